import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/users/endpoints.ts'
import { serve } from '../access/serving/serve.ts'
import { answerWith, requiredVersionOf, versionOf } from '../access/changing/versions.ts'
import { createUser, getUser, listUserHistory, listUsers, listUserTypes, updateUser } from './service.ts'
import { endSessions, reactivateUser, resendInvitation, resetPassword, suspendUser } from './standing-service.ts'

export function userRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listUsers, async (scope, { query }) => ({ body: await listUsers(scope, query) }))

  serve(app, endpoints.createUser, async (scope, { body }) => answerWith(await createUser(scope, body)))

  serve(app, endpoints.listUserTypes, async (scope, { query }) => ({
    body: { data: await listUserTypes(scope, query) },
  }))

  serve(app, endpoints.getUser, async (scope, { params }) => answerWith(await getUser(scope, params.id)))

  serve(app, endpoints.listUserHistory, async (scope, { params, query }) => ({
    body: await listUserHistory(scope, params.id, query),
  }))

  serve(app, endpoints.updateUser, async (scope, { params, body, request }) =>
    answerWith(await updateUser(scope, params.id, requiredVersionOf(request), body)),
  )

  serve(app, endpoints.suspendUser, async (scope, { params, request }) =>
    answerWith(await suspendUser(scope, { userId: params.id, version: versionOf(request) })),
  )

  serve(app, endpoints.reactivateUser, async (scope, { params, request }) =>
    answerWith(await reactivateUser(scope, { userId: params.id, version: versionOf(request) })),
  )

  serve(app, endpoints.resetPasswordOfUser, async (scope, { params, request }) =>
    answerWith(await resetPassword(scope, { userId: params.id, version: versionOf(request) })),
  )

  serve(app, endpoints.resendInvitation, async (scope, { params, request }) =>
    answerWith(await resendInvitation(scope, { userId: params.id, version: versionOf(request) })),
  )

  serve(app, endpoints.endSessionsOfUser, async (scope, { params, request }) =>
    answerWith(await endSessions(scope, { userId: params.id, version: versionOf(request) })),
  )
}
