import type { FastifyInstance } from 'fastify'
import { getDashboard as endpoint } from '../../contract/dashboard/endpoints.ts'
import { serve } from '../access/serve.ts'
import { getDashboard } from './service.ts'

export function dashboardRoutes(app: FastifyInstance): void {
  serve(app, endpoint, async (scope, { query }) => ({ body: await getDashboard(scope, query) }))
}
