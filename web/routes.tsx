import { createRoute, redirect } from '@tanstack/react-router'
import { policyNames } from '../contract/phrases/policy.ts'
import { auditRoutes } from './audit/routes.ts'
import { assayRoutes } from './assays/routes.ts'
import { readDashboardSearch } from './dashboard/search.ts'
import { groupRoutes } from './groups/routes.ts'
import { inviteRoutes } from './invites/routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { ownUserRoutes } from './own-account/routes.ts'
import { entranceRoutes } from './visitors/routes.ts'
import { loggedIn, root, visitors } from './routing/areas.ts'
import { nameOfHome } from './routing/home-name.ts'
import { lazyPage } from './loading/lazy-page.ts'
import { pageOfUsers } from './routing/page-route.ts'
import { operatorsTenantRoutes, ownTenantRoutes } from './tenants/routes.ts'
import { subjectRoutes } from './subjects/routes.ts'
import { testRecordRoutes } from './test-records/routes.ts'

import type { DashboardSearch } from './paths.ts'
import { userRoutes } from './users/routes.ts'

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

const policies = policyNames.map((name) =>
  createRoute({
    getParentRoute: () => visitors,
    path: `/${name}`,
    staticData: { title: `shell:page.${name}` },
    component: lazyPage(async () => {
      const { PolicyPage } = await import('./visitors/policy-page.tsx')
      return () => <PolicyPage name={name} />
    }),
  }),
)

const loggedOut = createRoute({
  getParentRoute: () => visitors,
  path: '/logged-out',
  staticData: { title: 'shell:page.loggedOut' },
  component: lazyPage(async () => (await import('./visitors/logged-out-page.tsx')).LoggedOutPage),
})

/** The page that replaces one whose person is no longer logged in. */
const otherSession = createRoute({
  getParentRoute: () => visitors,
  path: '/other-session',
  staticData: { title: 'shell:page.otherSession' },
  component: lazyPage(async () => (await import('./visitors/other-session-page.tsx')).OtherSessionPage),
})

const errorPages = (['error', '401', '403', '404'] as const).map((path) =>
  createRoute({
    getParentRoute: () => visitors,
    path: `/${path}`,
    staticData: { title: 'shell:page.error' },
    component: lazyPage(async () => {
      const { ErrorPage } = await import('./visitors/error-page.tsx')
      return () => <ErrorPage status={path === 'error' ? undefined : Number(path)} />
    }),
  }),
)

/** Any other path leads to the dashboard (spec §2). */
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

export const routeTree = root.addChildren([
  loggedIn.addChildren([
    dashboard,
    ...testRecordRoutes,
    subjectRoutes,
    inviteRoutes,
    userRoutes,
    ...operatorRoutes,
    operatorsTenantRoutes,
    ...organisationRoutes,
    ...groupRoutes,
    assayRoutes,
    ownTenantRoutes,
    auditRoutes,
    ownUserRoutes,
  ]),
  entranceRoutes,
  visitors.addChildren([...policies, loggedOut, otherSession, ...errorPages]),
  tests,
  anythingElse,
])
