import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as endpoints from '../../contract/fhir/endpoints.ts'
import { fhirBase } from '../../contract/fhir/served.ts'
import type { ExportLimits } from '../access/exports/exporting.ts'
import { serveFile } from '../access/exports/serve-file.ts'
import { serve } from '../access/serving/serve.ts'
import { searchset } from './bundle.ts'
import { capabilityStatement } from './capabilities.ts'
import { documentOf } from './document-service.ts'
import { fhirFile } from './export-service.ts'
import { readPatient, searchPatients } from './patients-service.ts'
import { readPlace, searchPlaces } from './places-service.ts'
import { readRecord, searchRecords } from './records-service.ts'

export function fhirRoutes(app: FastifyInstance, limits: ExportLimits, version: string): void {
  serve(app, endpoints.getFhirCapabilities, async (_scope, { request }) => ({
    body: capabilityStatement(baseOf(request), version),
  }))

  serve(app, endpoints.searchFhirPatients, async (scope, { query, request }) => ({
    body: searchset(askedBy(request), await searchPatients(scope, query)),
  }))

  serve(app, endpoints.readFhirPatient, async (scope, { params }) => ({ body: await readPatient(scope, params.id) }))

  serve(app, endpoints.searchFhirOrganizations, async (scope, { query, request }) => ({
    body: searchset(askedBy(request), await searchPlaces(scope, 'Organization', query)),
  }))

  serve(app, endpoints.readFhirOrganization, async (scope, { params }) => ({
    body: await readPlace(scope, 'Organization', params.id),
  }))

  serve(app, endpoints.searchFhirLocations, async (scope, { query, request }) => ({
    body: searchset(askedBy(request), await searchPlaces(scope, 'Location', query)),
  }))

  serve(app, endpoints.readFhirLocation, async (scope, { params }) => ({
    body: await readPlace(scope, 'Location', params.id),
  }))

  serve(app, endpoints.searchFhirRecords, async (scope, { params, query, request }) => ({
    body: searchset(askedBy(request), await searchRecords(scope, params.type, query)),
  }))

  serve(app, endpoints.readFhirRecord, async (scope, { params }) => ({
    body: await readRecord(scope, params.type, params.id),
  }))

  serve(app, endpoints.readFhirDocument, async (scope, { params, request }) => ({
    body: await documentOf(scope, params.id, baseOf(request)),
  }))

  serveFile(app, endpoints.exportFhir, { name: 'fhir', limits, fileOf: fhirFile })
}

function askedBy(request: FastifyRequest) {
  return { base: baseOf(request), url: request.url }
}

/** The address at which FHIR is served to this request, whose host leads to its tenant. */
function baseOf({ host, server }: FastifyRequest): string {
  return `${server.isSecure ? 'https' : 'http'}://${host}${fhirBase}`
}
