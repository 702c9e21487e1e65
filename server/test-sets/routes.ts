import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/test-sets/test-set.ts'
import { serve } from '../access/serving/serve.ts'
import { createOnce } from '../access/serving/serve-row.ts'
import * as sets from './service.ts'

export function testSetRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listTestSets, async (scope, { query }) => ({ body: await sets.listTestSets(scope, query) }))

  serve(app, endpoints.getTestSet, async (scope, { params }) => ({
    body: { data: await sets.openTestSet(scope, params.id) },
  }))

  serve(app, endpoints.startTestSet, async (scope, { body, request }) => {
    const open = await sets.goOnWithOpenSet(scope, body)
    if (open !== undefined) return { status: 200, body: { data: open } }
    const sent = [endpoints.startTestSet.name, body]
    return createOnce(scope, { request, sent }, (id) => sets.startTestSet(scope, body, id), sets.getTestSet)
  })

  serve(app, endpoints.stopTestSet, async (scope, { params, body }) => ({
    body: { data: await sets.stopTestSet(scope, params.id, body.reason) },
  }))

  serve(app, endpoints.printTestSet, async (scope, { params }) => {
    await sets.printTestSet(scope, params.id)
    return {}
  })
}
