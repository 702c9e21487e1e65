import type { FastifyInstance } from 'fastify'
import { mayChangeAddresses } from '../../contract/permissions/can.ts'
import { getSitePreferences, getTenantId } from '../../contract/tenants/endpoints.ts'
import * as endpoints from '../../contract/tenants/tenant.ts'
import { changeOfTenant, ofTenant } from '../access/door/other-tenant.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import type { Config } from '../platform/config.ts'
import type { DomainLookup } from '../platform/domain-lookup.ts'
import { checkDomain } from './domain-check.ts'
import { getPreferences } from './service.ts'
import { changeTenant, getTenantDetails, getTenantUse, requireOwnDomain } from './settings-service.ts'

export function tenantRoutes(
  app: FastifyInstance,
  { sentryDsn = null, mail }: Pick<Config, 'mail'> & { sentryDsn?: string | null | undefined },
  lookUp: DomainLookup,
): void {
  const publicHost = new URL(mail.publicUrl).hostname

  serve(app, getTenantId, async ({ tenant }) => ({ body: { id: tenant.id } }))

  serve(app, getSitePreferences, async (scope, { request }) => ({
    body: { data: await getPreferences(scope, request.hostname, sentryDsn) },
  }))

  serve(app, endpoints.getTenant, async (scope, { params }) => {
    return answerWith(await ofTenant(scope, params.id, (one) => getTenantDetails(one, publicHost)))
  })

  serve(app, endpoints.changeTenant, async (scope, { params, body, request }) => {
    const reach = mayChangeAddresses({ ...scope.actor, features: scope.tenant.features })
      ? 'everything'
      : 'own-settings'
    const version = requiredVersionOf(request)
    return answerWith(
      await changeOfTenant(scope, params.id, { action: 'tenant.changed', version }, (one) =>
        changeTenant(one, { version, change: body, reach, publicHost }),
      ),
    )
  })

  serve(app, endpoints.getTenantUse, async (scope, { params }) => {
    return { body: { data: await ofTenant(scope, params.id, getTenantUse) } }
  })

  serveInSteps(app, endpoints.checkTenantDomain, async (enter, { params, body }) => {
    await enter(async (scope) => {
      await ofTenant(scope, params.id, (one) => requireOwnDomain(one, body.domain, publicHost))
    })
    return { body: { data: await checkDomain(lookUp, body.domain, publicHost) } }
  })
}
