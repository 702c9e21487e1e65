import type { Resource } from '@medplum/fhirtypes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as endpoints from '../../contract/fhir/endpoints.ts'
import type { ExportLimits } from '../access/exports/exporting.ts'
import { serveFile } from '../access/exports/serve-file.ts'
import { readForms } from '../access/serving/forms-and-formats.ts'
import { serve } from '../access/serving/serve.ts'
import { baseAddress, type SentTo } from './base-address.ts'
import { capabilityStatement } from './capabilities.ts'
import { documentOf } from './document-service.ts'
import { fhirFile } from './export-service.ts'
import { patients, readPatient } from './patients-service.ts'
import { placesAs, readPlace } from './places-service.ts'
import { readRecord, recordsAs } from './records-service.ts'
import { answerSearch, type SentSearch } from './searching.ts'
import { answerRead } from './versions.ts'

interface Served {
  limits: ExportLimits
  version: string
  /** Where people reach the installation: see `baseAddress`. */
  publicUrl: string
}

export function fhirRoutes(app: FastifyInstance, { limits, version, publicUrl }: Served): void {
  readForms(app)

  serve(app, endpoints.getFhirCapabilities, async (scope, { request }) => ({
    body: capabilityStatement(await baseAddress(scope, addressOf(request), publicUrl), version),
  }))

  serve(app, endpoints.searchFhirPatients, async (scope, { query, request }) => ({
    body: await answerSearch(scope, query, sentBy(request), { type: 'Patient', publicUrl, ...patients }),
  }))

  serve(app, endpoints.readFhirPatient, async (scope, { params, ...asked }) =>
    read(await readPatient(scope, params.id), asked),
  )

  serve(app, endpoints.searchFhirOrganizations, async (scope, { query, request }) => ({
    body: await answerSearch(scope, query, sentBy(request), {
      type: 'Organization',
      publicUrl,
      ...placesAs('Organization'),
    }),
  }))

  serve(app, endpoints.readFhirOrganization, async (scope, { params, ...asked }) =>
    read(await readPlace(scope, 'Organization', params.id), asked),
  )

  serve(app, endpoints.searchFhirLocations, async (scope, { query, request }) => ({
    body: await answerSearch(scope, query, sentBy(request), { type: 'Location', publicUrl, ...placesAs('Location') }),
  }))

  serve(app, endpoints.readFhirLocation, async (scope, { params, ...asked }) =>
    read(await readPlace(scope, 'Location', params.id), asked),
  )

  serve(app, endpoints.searchFhirRecords, async (scope, { params: { type }, query, request }) => ({
    body: await answerSearch(scope, query, sentBy(request), { type, publicUrl, ...recordsAs(type) }),
  }))

  serve(app, endpoints.readFhirRecord, async (scope, { params, ...asked }) =>
    read(await readRecord(scope, params.type, params.id), asked),
  )

  serve(app, endpoints.readFhirDocument, async (scope, { params, request }) => ({
    body: await documentOf(scope, params.id, await baseAddress(scope, addressOf(request), publicUrl)),
  }))

  serveFile(app, endpoints.exportFhir, { name: 'fhir', limits, fileOf: fhirFile })
}

function addressOf({ hostname, port, socket }: FastifyRequest): SentTo {
  return { hostname, port, localPort: socket.localPort }
}

function sentBy(request: FastifyRequest): SentSearch {
  const { query, headers } = request
  return {
    parameters: query as Record<string, string | string[]>, // Fastify reads an address so, and a form is read alike
    prefer: [headers.prefer].flat().join(','),
    sentTo: addressOf(request),
  }
}

function read(resource: Resource, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const { headers, answer } = answerRead(resource, request.headers['if-none-match'])
  reply.headers(headers)
  return answer
}
