import type { FastifyInstance } from 'fastify'
import { getAssay as endpoint } from '../../contract/assays/endpoints.ts'
import { listUsCounties as countiesEndpoint } from '../../contract/assays/us-counties.ts'
import { serve } from '../access/serve.ts'
import { getAssay, listUsCounties } from './service.ts'

export function assayRoutes(app: FastifyInstance): void {
  serve(app, countiesEndpoint, async (_, { query }) => ({ body: { data: listUsCounties(query.state) } }))

  serve(app, endpoint, async (scope, { params }) => {
    const assay = await getAssay(scope, params.assay_id)
    return { body: { data: assay }, version: assay.version }
  })
}
