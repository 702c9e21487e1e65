import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/operator/endpoints.ts'
import { serve } from '../access/serving/serve.ts'
import { serveCreation, serveHistory } from '../access/serving/serve-row.ts'
import { answerWith, versionOf } from '../access/changing/versions.ts'
import { createTenant, getTenantFacts, listTenants, requireSeen, setStandingOfTenant } from './service.ts'

export function operatorRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listTenants, async (scope, { query }) => ({ body: await listTenants(scope, query) }))

  serveCreation(app, endpoints.createTenant, createTenant, getTenantFacts)

  serve(app, endpoints.getTenantFacts, async (scope, { params }) => answerWith(await getTenantFacts(scope, params.id)))

  serve(app, endpoints.suspendTenant, async (scope, { params, body, request }) => {
    const standing = { status: 'suspended', details: body.statusDetails, version: versionOf(request) } as const
    return answerWith(await setStandingOfTenant(scope, params.id, standing))
  })

  serve(app, endpoints.reactivateTenant, async (scope, { params, request }) => {
    const standing = { status: 'active', details: null, version: versionOf(request) } as const
    return answerWith(await setStandingOfTenant(scope, params.id, standing))
  })

  serveHistory(app, endpoints.listTenantHistory, 'tenant', requireSeen)
}
