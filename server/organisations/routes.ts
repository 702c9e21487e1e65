import type { FastifyInstance } from 'fastify'
import { listOrganisations as endpoint } from '../../contract/organisations/endpoints.ts'
import { serve } from '../access/serve.ts'
import { listOrganisations } from './service.ts'

export function organisationRoutes(app: FastifyInstance): void {
  serve(app, endpoint, async (scope, { query }) => ({ body: await listOrganisations(scope, query) }))
}
