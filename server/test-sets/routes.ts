import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/test-sets/test-set.ts'
import { serve } from '../access/serving/serve.ts'
import { serveCreation } from '../access/serving/serve-row.ts'
import * as sets from './service.ts'

export function testSetRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listTestSets, async (scope, { query }) => ({ body: await sets.listTestSets(scope, query) }))

  serve(app, endpoints.getTestSet, async (scope, { params }) => ({
    body: { data: await sets.openTestSet(scope, params.id) },
  }))

  serveCreation(app, endpoints.startTestSet, sets.startTestSet, sets.getTestSet)

  serve(app, endpoints.stopTestSet, async (scope, { params, body }) => ({
    body: { data: await sets.stopTestSet(scope, params.id, body.reason) },
  }))

  serve(app, endpoints.printTestSet, async (scope, { params }) => {
    await sets.printTestSet(scope, params.id)
    return {}
  })
}
