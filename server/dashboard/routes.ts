import type { FastifyInstance } from 'fastify'
import * as charts from '../../contract/dashboard/charts.ts'
import { getDashboard as endpoint, watchDashboard as watching } from '../../contract/dashboard/endpoints.ts'
import { hideFirstSteps as hiding } from '../../contract/dashboard/first-steps.ts'
import { serve } from '../access/serving/serve.ts'
import { getAssays, getGroups, getHours, getLots, getTrend } from './charts-service.ts'
import { getDashboard, hideFirstSteps, watchDashboard } from './service.ts'

export function dashboardRoutes(app: FastifyInstance): void {
  serve(app, endpoint, async (scope, { query }) => ({ body: await getDashboard(scope, query) }))
  serve(app, watching, async (scope, { query }) => ({ body: await watchDashboard(scope, query) }))
  serve(app, hiding, async (scope) => {
    await hideFirstSteps(scope)
    return {}
  })
  serve(app, charts.getDashboardTrend, async (scope, { query }) => ({ body: await getTrend(scope, query) }))
  serve(app, charts.getDashboardHours, async (scope, { query }) => ({ body: await getHours(scope, query) }))
  serve(app, charts.getDashboardGroups, async (scope, { query }) => ({ body: await getGroups(scope, query) }))
  serve(app, charts.getDashboardAssays, async (scope, { query }) => ({ body: await getAssays(scope, query) }))
  serve(app, charts.getDashboardLots, async (scope, { query }) => ({ body: await getLots(scope, query) }))
}
