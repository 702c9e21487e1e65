import { createRoute, redirect } from '@tanstack/react-router'
import { Shell } from './shell/shell.tsx'
import { auditRoutes } from './audit/routes.ts'
import { apiTokenRoutes } from './api-tokens/routes.ts'
import { assayRoutes } from './assays/routes.ts'
import { readDashboardSearch } from './dashboard/dashboard-address.ts'
import { groupRoutes } from './groups/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { inviteRoutes } from './invites/routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { ownUserRoutes } from './own-account/routes.ts'
import { entranceRoutes, visitorRoutes } from './visitors/routes.ts'
import { loggedIn, root } from './routing/areas.ts'
import { nameOfHome } from './routing/home-name.ts'
import { pageOfUsers } from './routing/page-route.ts'
import { operatorsTenantRoutes, ownTenantRoutes } from './tenants/routes.ts'
import { subjectRoutes } from './subjects/routes.ts'
import { roundRoutes } from './test-records/rounds/routes.ts'
import { testRecordRoutes } from './test-records/routes.ts'

import type { DashboardSearch } from './paths.ts'
import { userRoutes } from './users/routes.ts'
import { outbreakRoutes } from './outbreaks/routes.ts'
import { testSetRoutes } from './test-sets/routes.ts'
import { testingAlgorithmRoutes } from './testing-algorithms/routes.ts'
import { monthlyReportRoutes } from './monthly-reports/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

const dashboard = createRoute({
  getParentRoute: () => loggedIn,
  path: '/',
  validateSearch: readDashboardSearch,
  ...pageOfUsers<DashboardSearch>({
    title: nameOfHome(undefined),
    words: ['dashboard', 'testRecords'],
    starts: async (queries, { search }) =>
      (await import('./dashboard/start-dashboard.ts')).startDashboard(queries, search),
    code: async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
  }),
})

const tests = createRoute({
  getParentRoute: () => root,
  path: '/tests',
  beforeLoad: () => {
    throw redirect({ to: '/test-records', replace: true })
  },
})

/** Any other path leads to the dashboard (spec §2). */
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

loggedIn.update({ component: Shell })

export const routeTree = root.addChildren([
  loggedIn.addChildren([
    dashboard,
    ...testRecordRoutes,
    ...roundRoutes,
    subjectRoutes,
    ...importRoutes,
    inviteRoutes,
    userRoutes,
    ...operatorRoutes,
    operatorsTenantRoutes,
    ...organisationRoutes,
    ...groupRoutes,
    assayRoutes,
    ownTenantRoutes,
    apiTokenRoutes,
    ...outbreakRoutes,
    ...testingAlgorithmRoutes,
    ...testSetRoutes,
    monthlyReportRoutes,
    ...notificationRoutes,
    ...webhookRoutes,
    auditRoutes,
    ownUserRoutes,
  ]),
  entranceRoutes,
  visitorRoutes,
  tests,
  anythingElse,
])
