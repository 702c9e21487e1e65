import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/permissions/endpoints.ts'
import { changeOfTenant, ofTenant } from '../access/door/other-tenant.ts'
import { serve } from '../access/serving/serve.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import { changePermissions, getPermissions } from './service.ts'

export function permissionRoutes(app: FastifyInstance): void {
  serve(app, endpoints.getPermissions, async (scope, { params }) =>
    answerWith(await ofTenant(scope, params.id, getPermissions)),
  )

  serve(app, endpoints.changePermissions, async (scope, { params, body, request }) => {
    const version = requiredVersionOf(request)
    return answerWith(
      await changeOfTenant(scope, params.id, { action: 'tenant.permissions-changed', version }, (one) =>
        changePermissions(one, version, body),
      ),
    )
  })
}
