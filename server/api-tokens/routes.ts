import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/api-tokens/endpoints.ts'
import { serve } from '../access/serving/serve.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './service.ts'

export function apiTokenRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listApiTokens, async (scope, { query }) => ({ body: await listApiTokens(scope, query) }))

  serve(app, endpoints.createApiToken, async (scope, { body }) => ({
    body: { data: await createApiToken(scope, body) },
  }))

  serve(app, endpoints.revokeApiToken, async (scope, { params }) => ({
    body: { data: await revokeApiToken(scope, params.id) },
  }))
}
