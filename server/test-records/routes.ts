import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  exportTestRecords as exportEndpoint,
  getTestRecord,
  listTestRecords as listEndpoint,
  recordTest as recordEndpoint,
} from '../../contract/test-records/endpoints.ts'
import { serve, serveInSteps } from '../access/serve.ts'
import { invalid } from '../platform/failure.ts'
import { exportTestRecords } from './export-service.ts'
import { recordTest } from './recording-service.ts'
import { listTestRecords, openTestRecord } from './service.ts'

export function testRecordRoutes(app: FastifyInstance): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listTestRecords(scope, query) }))

  serve(app, recordEndpoint, async (scope, { body, request }) => {
    const { record, isRepeat } = await recordTest(scope, body, idempotencyKeyOf(request))
    return { status: isRepeat ? 200 : 201, body: { data: record }, version: record.version }
  })

  serve(app, getTestRecord, async (scope, { params }) => {
    const record = await openTestRecord(scope, params.id)
    return { body: { data: record }, version: record.version }
  })

  serveInSteps(
    app,
    exportEndpoint,
    async (enter, { query, reply }) => {
      try {
        await enter((scope, client) => exportTestRecords(scope, client, query, () => startCsv(reply)))
      } catch (error) {
        // A file that was begun cannot become an error reply: break it off, so that the client sees it is not whole.
        if (!reply.raw.headersSent) throw error
        reply.raw.destroy()
        return 'sent'
      }
      // Only now is everything committed, so only now is the file complete.
      reply.raw.end()
      return 'sent'
    },
    app.exportDoor,
  )
}

/** Takes the reply over from the framework, so that the end of the file is ours to send. */
function startCsv(reply: FastifyReply) {
  const day = new Date().toISOString().slice(0, 10)
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="test-records-${day}.csv"`)
    .header('x-content-type-options', 'nosniff')
  reply.hijack()
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  return reply.raw
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid('Idempotency-Key', 'malformed')
  return key
}
