import type { FastifyInstance } from 'fastify'
import { getAssay as endpoint } from '../../contract/assays/endpoints.ts'
import { listUsCounties as countiesEndpoint } from '../../contract/assays/us-counties.ts'
import { serve } from '../access/serve.ts'
import { answerWith } from '../access/versions.ts'
import { getAssay, listUsCounties } from './service.ts'

export function assayRoutes(app: FastifyInstance): void {
  serve(app, countiesEndpoint, async (_, { query }) => ({ body: { data: listUsCounties(query.state) } }))

  serve(app, endpoint, async (scope, { params }) => answerWith(await getAssay(scope, params.assay_id)))
}
