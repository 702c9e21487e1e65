import { createRoute } from '@tanstack/react-router'
import { mayKeepReportCodes } from '../../contract/permissions/can.ts'
import { id } from '../../contract/schema.ts'
import type { MonthlyReportSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfUsers, panelOfUsers } from '../routing/page-route.ts'
import { readMonths } from '../ui/months.ts'

const monthlyReport = createRoute({
  getParentRoute: () => loggedIn,
  path: '/monthly-report',
  validateSearch: ({ month, organisation, group }: Record<string, unknown>): MonthlyReportSearch => ({
    month: readMonths({ from: month }).from,
    organisation: id.safeParse(organisation).data,
    group: id.safeParse(group).data,
  }),
  ...pageOfUsers<MonthlyReportSearch>({
    title: 'shell:page.monthlyReport',
    permission: ['export-tests'],
    words: ['monthlyReports'],
    starts: async (queries, { search }) =>
      await queries.prefetchQuery((await import('./queries.ts')).monthlyReportQuery(search)),
    code: async () => (await import('./monthly-report-page.tsx')).MonthlyReportPage,
  }),
})

const reportCodes = createRoute({
  getParentRoute: () => monthlyReport,
  path: 'codes',
  ...panelOfUsers({
    title: 'shell:page.reportCodes',
    rule: mayKeepReportCodes,
    words: ['monthlyReports', 'editing'],
    code: async () => (await import('./codes-form.tsx')).CodesForm,
  }),
})

export const monthlyReportRoutes = monthlyReport.addChildren([reportCodes])
