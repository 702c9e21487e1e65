import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/policies/endpoints.ts'
import { changeOfTenant, ofTenant } from '../access/door/other-tenant.ts'
import { serve } from '../access/serving/serve.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import * as service from './service.ts'

export function policyRoutes(app: FastifyInstance): void {
  serve(app, endpoints.readPolicy, async (scope, { params, query }) => ({
    body: { data: await service.readPolicy(scope, params.name, query.lang) },
  }))

  serve(app, endpoints.listPolicies, async (scope, { params }) => ({
    body: { data: await ofTenant(scope, params.id, service.listPolicies) },
  }))

  serve(app, endpoints.getPolicy, async (scope, { params }) =>
    answerWith(await ofTenant(scope, params.id, (one) => service.getPolicy(one, params.name))),
  )

  serve(app, endpoints.publishPolicy, async (scope, { params, body, request }) => {
    const version = requiredVersionOf(request)
    return answerWith(
      await changeOfTenant(scope, params.id, { action: 'policy.published', version }, (one) =>
        service.publishPolicy(one, { name: params.name, version, change: body }),
      ),
    )
  })

  serve(app, endpoints.listPolicyVersions, async (scope, { params }) => ({
    body: { data: await ofTenant(scope, params.id, (one) => service.listPolicyVersions(one, params.name)) },
  }))

  serve(app, endpoints.getPolicyVersion, async (scope, { params }) => ({
    body: {
      data: await ofTenant(scope, params.id, (one) => service.getPolicyVersion(one, params.name, params.version)),
    },
  }))
}
