import type { FastifyInstance } from 'fastify'
import { searchEverything as searchEndpoint } from '../../contract/search/endpoints.ts'
import { serve } from '../access/serving/serve.ts'
import { searchEverything } from './service.ts'

export function searchRoutes(app: FastifyInstance): void {
  serve(app, searchEndpoint, async (scope, { body }) => ({
    body: { data: await searchEverything(scope, body.search) },
  }))
}
