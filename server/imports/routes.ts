import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/imports/endpoints.ts'
import { maxImportBytes } from '../../contract/limits-and-times.ts'
import { answerWith, versionOf } from '../access/changing/versions.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { receiveFile } from '../access/serving/upload.ts'
import type { Files } from '../platform/files.ts'
import { TenantTurns } from '../platform/tenant-turns.ts'
import { cancelImport, getImport, listImportRows, listImports, previewImport, storeImport } from './service.ts'

/** `app` must accept file uploads. */
export function importUploadRoutes(app: FastifyInstance, files: Files): void {
  // Files that arrive are not held, but each takes a place on the disk.
  const turns = new TenantTurns({ inFlight: 8, ofOneTenant: 2 })
  serveInSteps(app, endpoints.uploadImport, async (enter, { query, request }) => {
    const limit = { maxBytes: maxImportBytes, tooLarge: 'importTooLarge' } as const
    return answerWith(await storeImport(enter, turns, files, query.zone, (store) => receiveFile(request, limit, store)))
  })
}

export function importRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listImports, async (scope, { query }) => ({ body: await listImports(scope, query) }))

  serve(app, endpoints.getImport, async (scope, { params }) => answerWith(await getImport(scope, params.id)))

  serve(app, endpoints.previewImport, async (scope, { params, body, request }) =>
    answerWith(await previewImport(scope, params.id, versionOf(request), body)),
  )

  serve(app, endpoints.cancelImport, async (scope, { params, request }) =>
    answerWith(await cancelImport(scope, params.id, versionOf(request))),
  )

  serve(app, endpoints.listImportRows, async (scope, { params, query }) => ({
    body: await listImportRows(scope, params.id, query),
  }))
}
