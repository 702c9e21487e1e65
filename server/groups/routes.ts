import type { FastifyInstance } from 'fastify'
import { listGroups as endpoint } from '../../contract/groups/endpoints.ts'
import { serve } from '../access/serve.ts'
import { listGroups } from './service.ts'

export function groupRoutes(app: FastifyInstance): void {
  serve(app, endpoint, async (scope, { query }) => ({ body: await listGroups(scope, query) }))
}
