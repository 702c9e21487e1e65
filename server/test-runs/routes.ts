import type { FastifyInstance } from 'fastify'
import {
  cancelTestRun as cancelEndpoint,
  finishTestRun as finishEndpoint,
  startTestRun as startEndpoint,
} from '../../contract/test-runs/endpoints.ts'
import {
  countTestRuns as countEndpoint,
  getTestRun,
  listTestRuns as listEndpoint,
} from '../../contract/test-runs/in-progress.ts'
import { keepReadingDraft as keepDraftEndpoint } from '../../contract/test-runs/reading-draft.ts'
import { idempotencyKeyOf, serve } from '../access/serving/serve.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import {
  cancelTestRun,
  countTestRuns,
  finishTestRun,
  keepReadingDraft,
  listTestRuns,
  openTestRun,
  startTestRun,
} from './service.ts'

export function testRunRoutes(app: FastifyInstance): void {
  serve(app, listEndpoint, async (scope) => ({ body: await listTestRuns(scope) }))

  serve(app, countEndpoint, async (scope) => ({ body: { data: await countTestRuns(scope) } }))

  serve(app, startEndpoint, async (scope, { body, request }) => {
    const { run, isRepeat } = await startTestRun(scope, body, idempotencyKeyOf(request))
    return { status: isRepeat ? 200 : 201, body: { data: run }, version: run.version }
  })

  serve(app, getTestRun, async (scope, { params }) => {
    const body = await openTestRun(scope, params.id)
    return { body, version: body.data.version }
  })

  serve(app, keepDraftEndpoint, async (scope, { params, body }) => {
    await keepReadingDraft(scope, params.id, body)
    return {}
  })

  serve(app, finishEndpoint, async (scope, { params, body, request }) => {
    const asked = { runId: params.id, version: requiredVersionOf(request), idempotencyKey: idempotencyKeyOf(request) }
    return answerWith(await finishTestRun(scope, asked, body))
  })

  serve(app, cancelEndpoint, async (scope, { params, body, request }) =>
    answerWith(await cancelTestRun(scope, { runId: params.id, version: requiredVersionOf(request) }, body)),
  )
}
