import type { FastifyInstance } from 'fastify'
import { getSitePreferences, getTenantId } from '../../contract/tenants/endpoints.ts'
import { serve } from '../access/serve.ts'
import { getPreferences } from './service.ts'

export function tenantRoutes(app: FastifyInstance, sentryDsn: string | null): void {
  serve(app, getTenantId, async ({ tenant }) => ({ body: { id: tenant.id } }))

  serve(app, getSitePreferences, async (scope, { request }) => ({
    body: { data: await getPreferences(scope, request.hostname, sentryDsn) },
  }))
}
