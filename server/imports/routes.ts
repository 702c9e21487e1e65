import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/imports/endpoints.ts'
import { maxImportBytes } from '../../contract/limits-and-times.ts'
import { answerWith, versionOf } from '../access/changing/versions.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { receiveFile } from '../access/serving/upload.ts'
import type { Files } from '../platform/files.ts'
import { TenantTurns } from '../platform/tenant-turns.ts'
import { receiveAtSpeed } from './upload-speed.ts'
import {
  answerImportPerson,
  chooseImportDifferences,
  correctImportRow,
  startImport,
  foreseeImportUndo,
  undoImport,
} from './changing-service.ts'
import { wrongRowsOf } from './wrong-rows.ts'
import { cancelImport, getImport, listImportRows, listImports, previewImport, storeImport } from './service.ts'

/** `app` must accept file uploads. */
export function importUploadRoutes(app: FastifyInstance, files: Files): void {
  // Files that arrive are not held, but each takes a place on the disk.
  const turns = new TenantTurns({ inFlight: 32, ofOneTenant: 2 })
  serveInSteps(app, endpoints.uploadImport, async (enter, { query, request }) => {
    const limit = { maxBytes: maxImportBytes, tooLarge: 'importTooLarge' } as const
    const stored = await storeImport(enter, turns, files, query.zone, (store) =>
      receiveAtSpeed(request.raw, (reads) =>
        receiveFile(request, limit, (file) => {
          reads(file.content)
          return store(file)
        }),
      ),
    )
    return answerWith(stored)
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

  serve(app, endpoints.correctImportRow, async (scope, { params, body }) => ({
    body: { data: await correctImportRow(scope, params.id, params.line, body) },
  }))

  serve(app, endpoints.answerImportPerson, async (scope, { params, body }) => ({
    body: { data: await answerImportPerson(scope, params.id, params.line, body) },
  }))

  serve(app, endpoints.chooseImportDifferences, async (scope, { params, body }) =>
    answerWith(await chooseImportDifferences(scope, params.id, body)),
  )

  serve(app, endpoints.startImport, async (scope, { params, request }) =>
    answerWith(await startImport(scope, params.id, versionOf(request))),
  )

  serve(app, endpoints.undoImport, async (scope, { params, request }) =>
    answerWith(await undoImport(scope, params.id, versionOf(request))),
  )

  serve(app, endpoints.foreseeImportUndo, async (scope, { params }) => ({
    body: { data: await foreseeImportUndo(scope, params.id) },
  }))

  serveInSteps(app, endpoints.exportWrongRows, async (enter, { params, reply }) => {
    const pages = wrongRowsOf(enter, params.id)
    // The first page is read before anything is sent, so that a missing import is answered as such.
    const { value: first } = await pages.next()
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="wrong-rows.csv"')
      .header('x-content-type-options', 'nosniff')
    await reply.send(Readable.from(withFirst(first ?? '', pages)))
    return 'sent'
  })
}

async function* withFirst(first: string, pages: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* pages
}
