import { createRoute, redirect } from '@tanstack/react-router'
import { mayKeepTenants } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { userQuery } from '../session/queries.ts'
import { loggedIn } from '../routing/areas.ts'
import { readField } from '../routing/asked-field.ts'
import { pageOfUsers } from '../routing/page-route.ts'
import { tenantTabs } from './tabs.ts'

const ownTenant = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-tenant',
  ...pageOfUsers({
    title: 'shell:page.ownTenant',
    permission: ['view-own-tenant'],
    words: ['tenants'],
    starts: async (queries) => {
      const own = queries.getQueryData(userQuery.queryKey)?.tenant
      if (own === undefined) return
      await queries.prefetchQuery((await import('./tenant-queries.ts')).tenantQuery(own.id))
    },
    code: async () => (await import('./own-tenant-page.tsx')).OwnTenantPage,
  }),
})

const toFirstTab = createRoute({
  getParentRoute: () => ownTenant,
  path: '/',
  beforeLoad: () => {
    throw redirect({ ...paths.ownTenantTab('general'), replace: true })
  },
})

/** The route options of a tab, below either page of a tenant, which draws it in its outlet. */
function pageOfTab({ path, title }: (typeof tenantTabs)[number]) {
  return pageOfUsers({
    title,
    words: ['tenants', 'editing'],
    code: async () => await (await import('./tab-pages.ts')).tabPages[path](),
  })
}

const tabs = tenantTabs.map((tab) =>
  createRoute({ getParentRoute: () => ownTenant, path: tab.path, validateSearch: readField, ...pageOfTab(tab) }),
)

/** The tabs of any tenant, for operators. The tenant's main page is in `operator/routes.ts`. */
const operatorsTenant = createRoute({
  getParentRoute: () => loggedIn,
  id: 'operators-tenant',
  ...pageOfUsers({
    title: 'shell:page.tenant',
    rule: mayKeepTenants,
    words: ['tenants'],
    code: async () => (await import('./operators-tenant-page.tsx')).OperatorsTenantPage,
  }),
})

const operatorsTabs = tenantTabs.map((tab) =>
  createRoute({ getParentRoute: () => operatorsTenant, path: `/tenants/$id/${tab.path}`, ...pageOfTab(tab) }),
)

export const ownTenantRoutes = ownTenant.addChildren([toFirstTab, ...tabs])
export const operatorsTenantRoutes = operatorsTenant.addChildren(operatorsTabs)
