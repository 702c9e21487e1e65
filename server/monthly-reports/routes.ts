import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/monthly-reports/endpoints.ts'
import { serve } from '../access/serving/serve.ts'
import { changeReportCodes, getMonthlyReport, makeDataValueSet } from './service.ts'

export function monthlyReportRoutes(app: FastifyInstance): void {
  serve(app, endpoints.getMonthlyReport, async (scope, { query }) => ({
    body: { data: await getMonthlyReport(scope, query) },
  }))

  serve(app, endpoints.getDataValueSet, async (scope, { query }) => ({ body: await makeDataValueSet(scope, query) }))

  serve(app, endpoints.changeReportCodes, async (scope, { body }) => ({
    body: { data: await changeReportCodes(scope, body.codes) },
  }))
}
