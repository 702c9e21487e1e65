import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/rounds/endpoints.ts'
import {
  findInviteeOfGroup as inviteeEndpoint,
  listRoster as rosterEndpoint,
  startRound as startEndpoint,
} from '../../contract/rounds/starting.ts'
import { idempotencyKeyOf, serve, serveInSteps } from '../access/serving/serve.ts'
import { enterOutcomes } from './entering-service.ts'
import { finishRound } from './finishing-service.ts'
import {
  changeRoster,
  changeState,
  findInvitee,
  findInviteeOfGroup,
  listRoster,
  listRounds,
  lookOn,
  openRound,
  printRound,
  startRound,
  startRoundTimers,
} from './service.ts'

export function roundRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listRounds, async (scope) => ({ body: { data: await listRounds(scope) } }))

  serve(app, rosterEndpoint, async (scope, { params }) => ({ body: { data: await listRoster(scope, params.id) } }))

  serve(app, inviteeEndpoint, async (scope, { params, body }) => ({
    body: { data: { subjectId: await findInviteeOfGroup(scope, params.id, body.code) } },
  }))

  serve(app, startEndpoint, async (scope, { body, request }) => {
    const { round, isRepeat } = await startRound(scope, body, idempotencyKeyOf(request))
    return { status: isRepeat ? 200 : 201, body: { data: round } }
  })

  serve(app, endpoints.getRound, async (scope, { params }) => ({ body: await openRound(scope, params.id) }))

  serve(app, endpoints.getRoundChanges, async (scope, { params, query, request }) => {
    const { after } = query
    const changes = await lookOn(scope, params.id, { after, known: request.headers['if-none-match'] })
    return changes === undefined ? { status: 304, body: undefined } : { status: 200, body: changes }
  })

  serve(app, endpoints.sendRoundEntries, async (scope, { params, body }) => ({
    body: await enterOutcomes(scope, params.id, body.entries),
  }))

  serve(app, endpoints.startRoundTimers, async (scope, { params, body }) => ({
    body: await startRoundTimers(scope, params.id, body.subjectIds),
  }))

  serve(app, endpoints.changeRoster, async (scope, { params, body }) => ({
    body: await changeRoster(scope, params.id, body),
  }))

  serve(app, endpoints.findInvitee, async (scope, { params, body }) => ({
    body: { data: { subjectId: await findInvitee(scope, params.id, body.code) } },
  }))

  serve(app, endpoints.pauseRound, async (scope, { params }) => ({
    body: { data: await changeState(scope, params.id, 'paused') },
  }))

  serve(app, endpoints.resumeRound, async (scope, { params }) => ({
    body: { data: await changeState(scope, params.id, 'open') },
  }))

  serve(app, endpoints.cancelRound, async (scope, { params }) => ({
    body: { data: await changeState(scope, params.id, 'cancelled') },
  }))

  serve(app, endpoints.printRound, async (scope, { params }) => {
    await printRound(scope, params.id)
    return {}
  })

  serveInSteps(app, endpoints.finishRound, async (enter, { params, body }) => ({
    body: await finishRound(enter, params.id, body.revision),
  }))
}
