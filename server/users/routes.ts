import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/users/endpoints.ts'
import * as reading from '../../contract/users/reading.ts'
import { serve } from '../access/serving/serve.ts'
import { serveAction, serveCreation, serveHistory } from '../access/serving/serve-row.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import { createUser, getUser, listUsers, listUserTypes, requireSeen, updateUser } from './service.ts'
import { endSessions, reactivateUser, resendInvitation, resetPassword, suspendUser } from './standing-service.ts'

export function userRoutes(app: FastifyInstance): void {
  serve(app, reading.listUsers, async (scope, { query }) => ({ body: await listUsers(scope, query) }))

  serveCreation(app, endpoints.createUser, createUser, getUser)

  serve(app, reading.listUserTypes, async (scope, { query }) => ({
    body: { data: await listUserTypes(scope, query) },
  }))

  serve(app, reading.getUser, async (scope, { params }) => answerWith(await getUser(scope, params.id)))

  serveHistory(app, endpoints.listUserHistory, 'user', requireSeen)

  serve(app, endpoints.updateUser, async (scope, { params, body, request }) =>
    answerWith(await updateUser(scope, params.id, requiredVersionOf(request), body)),
  )

  serveAction(app, endpoints.suspendUser, suspendUser)

  serveAction(app, endpoints.reactivateUser, reactivateUser)

  serveAction(app, endpoints.resetPasswordOfUser, resetPassword)

  serveAction(app, endpoints.resendInvitation, resendInvitation)

  serveAction(app, endpoints.endSessionsOfUser, endSessions)
}
