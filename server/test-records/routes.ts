import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  countHeldBack as heldBackEndpoint,
  exportTestRecords as exportEndpoint,
  getTestRecord,
  listTestRecords as listEndpoint,
} from '../../contract/test-records/endpoints.ts'
import {
  findRecentTest as recentEndpoint,
  recordTest as recordEndpoint,
} from '../../contract/test-records/recording.ts'
import {
  correctTest as correctEndpoint,
  listTestRecordHistory as historyEndpoint,
  voidTest as voidEndpoint,
} from '../../contract/test-records/changing.ts'
import { discardTestDraft, getTestDraft, keepTestDraft } from '../../contract/test-records/test-draft.ts'
import { getAgreement as agreementEndpoint } from '../../contract/test-records/agreement.ts'
import { printTest as printEndpoint } from '../../contract/test-records/printing.ts'
import {
  getReadings as readingsEndpoint,
  getUnreadTest,
  listUnreadTests as unreadEndpoint,
  readAgain as readEndpoint,
  settleReadings as settleEndpoint,
} from '../../contract/test-records/second-reading.ts'
import { verifyResult as verifyEndpoint } from '../../contract/test-records/verifying.ts'
import type { ExportLimits } from '../access/exports/exporting.ts'
import { serveFile } from '../access/exports/serve-file.ts'
import { idempotencyKeyOf, serve, serveAhead, serveInSteps } from '../access/serving/serve.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import { getAgreement } from './second-reading/agreement-service.ts'
import { correctTest, listTestRecordHistory, voidTest } from './changing/service.ts'
import { discardDraft, keepDraft, openDraft } from './recording/draft-service.ts'
import { countHeldBack, testRecordFile } from './exporting/service.ts'
import { lookUpTest, recordTest } from './recording/service.ts'
import { getReadings, listUnreadTests, openUnreadTest, readAgain, settleReadings } from './second-reading/service.ts'
import { findRecentTest, listTestRecords, openTestRecord } from './service.ts'
import { printTest, verifyResult } from './verifying/service.ts'

export function testRecordRoutes(app: FastifyInstance, limits: ExportLimits): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listTestRecords(scope, query) }))

  serveAhead(
    app,
    recordEndpoint,
    async (scope, { body, request }) => lookUpTest(scope, body, idempotencyKeyOf(request)),
    async (scope, _input, lookedUp) => {
      const { record, isRepeat } = await recordTest(scope, lookedUp)
      return { status: isRepeat ? 200 : 201, body: { data: record }, version: record.version }
    },
  )

  serve(app, getTestRecord, async (scope, { params }) => answerWith(await openTestRecord(scope, params.id)))

  serve(app, correctEndpoint, async (scope, { params, body, request }) =>
    answerWith(await correctTest(scope, askedOf(params.id, request), body)),
  )

  serve(app, voidEndpoint, async (scope, { params, body, request }) =>
    answerWith(await voidTest(scope, askedOf(params.id, request), body)),
  )

  serve(app, historyEndpoint, async (scope, { params, query }) => ({
    body: await listTestRecordHistory(scope, params.id, query),
  }))

  serve(app, unreadEndpoint, async (scope) => ({ body: await listUnreadTests(scope) }))

  serve(app, getUnreadTest, async (scope, { params }) => ({ body: { data: await openUnreadTest(scope, params.id) } }))

  serve(app, readEndpoint, async (scope, { params, body, request }) =>
    answerWith(await readAgain(scope, { recordId: params.id, idempotencyKey: idempotencyKeyOf(request) }, body)),
  )

  serve(app, readingsEndpoint, async (scope, { params }) => answerWith(await getReadings(scope, params.id)))

  serve(app, settleEndpoint, async (scope, { params, body, request }) =>
    answerWith(await settleReadings(scope, { recordId: params.id, version: requiredVersionOf(request) }, body)),
  )

  serve(app, agreementEndpoint, async (scope, { query }) => ({ body: { data: await getAgreement(scope, query) } }))

  serve(app, printEndpoint, async (scope, { params }) => ({ body: { data: await printTest(scope, params.id) } }))

  serveInSteps(app, verifyEndpoint, async (enter, { body, request }) => ({
    body: { data: await verifyResult(enter, body, request.ip) },
  }))

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

  serve(app, heldBackEndpoint, async (scope, { query }) => ({
    body: { data: { count: await countHeldBack(scope, query) } },
  }))

  serveFile(app, exportEndpoint, { name: 'test-records', limits, fileOf: testRecordFile })
}

function askedOf(recordId: string, request: FastifyRequest) {
  return { recordId, version: requiredVersionOf(request), idempotencyKey: idempotencyKeyOf(request) }
}
