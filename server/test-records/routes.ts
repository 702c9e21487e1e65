import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  exportTestRecords as exportEndpoint,
  getTestRecord,
  listTestRecords as listEndpoint,
} from '../../contract/test-records/endpoints.ts'
import {
  discardTestDraft,
  findRecentTest as recentEndpoint,
  getTestDraft,
  keepTestDraft,
  recordTest as recordEndpoint,
} from '../../contract/test-records/recording.ts'
import type { Scope } from '../access/scope.ts'
import { serve, serveInSteps } from '../access/serve.ts'
import { answerWith } from '../access/versions.ts'
import { invalid } from '../platform/failure.ts'
import { discardDraft, keepDraft, openDraft } from './draft-service.ts'
import { exportTestRecords, type ExportLimits } from './export-service.ts'
import { recordTest } from './recording-service.ts'
import { findRecentTest, listTestRecords, openTestRecord } from './service.ts'

export function testRecordRoutes(app: FastifyInstance, limits: ExportLimits): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listTestRecords(scope, query) }))

  serve(app, recordEndpoint, async (scope, { body, request }) => {
    const { record, isRepeat } = await recordTest(scope, body, idempotencyKeyOf(request))
    return { status: isRepeat ? 200 : 201, body: { data: record }, version: record.version }
  })

  serve(app, getTestRecord, async (scope, { params }) => answerWith(await openTestRecord(scope, params.id)))

  serve(app, recentEndpoint, async (scope, { query }) => ({ body: { data: await findRecentTest(scope, query) } }))

  serve(app, getTestDraft, async (scope) => ({ body: { data: await openDraft(scope) } }))

  serve(app, keepTestDraft, async (scope, { body }) => {
    await keepDraft(scope, body)
    return {}
  })

  serve(app, discardTestDraft, async (scope, { query }) => {
    await discardDraft(scope, query.idempotency_key)
    return {}
  })

  serveInSteps(app, exportEndpoint, async (enter, { query, reply, request }) => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const doors = {
      enter,
      stream: <T>(work: Parameters<typeof enter<T>>[0]) => enter(work, app.exportDoor),
      enterTenant: <T>(tenantId: string, workId: string, work: (scope: Scope) => Promise<T>) =>
        app.door.enterTenant(tenantId, workId, work),
    }
    const reader = { start: () => startCsv(reply), breakOff: () => breakOff(reply), gone: gone.signal }
    try {
      await exportTestRecords(doors, query, reader, limits)
    } catch (error) {
      if (!reply.raw.headersSent && !gone.signal.aborted) throw error
      request.log.warn({ err: error }, 'an export was broken off')
      return 'sent'
    }
    // Only now is everything committed, so only now is the file complete.
    reply.raw.end()
    return 'sent'
  })
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

/**
 * Resets the connection of a file that was begun. An ended connection would be the end of the file to a reader of
 * HTTP/1.0, as proxies are.
 */
function breakOff({ raw }: FastifyReply): void {
  if (!raw.headersSent) return
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy()
  raw.destroy()
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid('Idempotency-Key', 'malformed')
  return key
}
