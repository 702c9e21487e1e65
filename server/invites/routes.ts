import type { FastifyInstance } from 'fastify'
import {
  checkInvite as checkEndpoint,
  createInvite as createEndpoint,
  listInvites as listEndpoint,
  redeemInvite,
  resendInvite as resendEndpoint,
  revokeInvite as revokeEndpoint,
  verifyInvite,
} from '../../contract/invites/endpoints.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { serveCreation } from '../access/serving/serve-row.ts'
import { recogniseBrowser } from '../access/sessions/session-cookie.ts'
import { answerWith } from '../access/changing/versions.ts'
import { openInvite, redeem } from './redeeming-service.ts'
import { checkInvite, createInvite, getInvite, listInvites, resendInvite, revokeInvite } from './service.ts'

export function inviteRoutes(app: FastifyInstance): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listInvites(scope, query) }))

  serveCreation(app, createEndpoint, createInvite, getInvite)

  serve(app, checkEndpoint, async (scope, { body }) => ({
    body: { data: { obstacle: await checkInvite(scope, body.email) } },
  }))

  serve(app, resendEndpoint, async (scope, { params }) => answerWith(await resendInvite(scope, params.id)))

  serve(app, revokeEndpoint, async (scope, { params }) => answerWith(await revokeInvite(scope, params.id)))

  serveInSteps(app, verifyInvite, async (enter, { query, request }) => ({
    body: { data: await openInvite(enter, query.code, request.ip) },
  }))

  serveInSteps(app, redeemInvite, async (enter, { body, request, reply }) => ({
    body: { data: await redeem(enter, body, { address: request.ip, browser: recogniseBrowser(request, reply) }) },
  }))
}
