import { createRoute } from '@tanstack/react-router'
import { tenantList } from '../../contract/operator/tenant-list.ts'
import { mayAnswerOperators, mayKeepTenants, maySeeTenants } from '../../contract/permissions/can.ts'
import { addressOf } from '../routing/list-address.ts'
import { startList } from '../lists/start-list.ts'
import type { TenantsSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfRow, pageOfUsers, panelOfRow, panelOfUsers } from '../routing/page-route.ts'

const tenants = createRoute({
  getParentRoute: () => loggedIn,
  path: '/tenants',
  validateSearch: addressOf(tenantList).read,
  ...pageOfUsers<TenantsSearch>({
    title: 'shell:page.tenants',
    rule: maySeeTenants,
    words: ['operator', 'places'],
    starts: async (queries, { search }) =>
      await startList(queries, (await import('./queries.ts')).tenantsQuery, search),
    code: async () => (await import('./tenants-page.tsx')).TenantsPage,
  }),
})

const newTenant = createRoute({
  getParentRoute: () => tenants,
  path: 'new',
  ...panelOfUsers({
    title: 'shell:page.newTenant',
    rule: mayKeepTenants,
    words: ['editing'],
    code: async () => (await import('./new-tenant-form.tsx')).NewTenantForm,
  }),
})

const tenant = createRoute({
  getParentRoute: () => tenants,
  path: '$id',
  ...pageOfRow({
    title: 'shell:page.tenant',
    words: ['operator', 'entry', 'places'],
    row: async () => (await import('./queries.ts')).tenantQuery,
    code: async () => (await import('./tenant-page.tsx')).TenantPage,
  }),
})

const suspendTenant = createRoute({
  getParentRoute: () => tenant,
  path: 'suspend',
  ...panelOfRow({
    title: 'shell:page.tenant',
    rule: mayKeepTenants,
    words: ['editing'],
    row: async () => (await import('./queries.ts')).tenantQuery,
    code: async () => (await import('./suspension-form.tsx')).SuspensionForm,
  }),
})

const enterTenant = createRoute({
  getParentRoute: () => tenant,
  path: 'enter',
  ...panelOfUsers({
    title: 'shell:page.tenant',
    words: ['editing', 'entry'],
    code: async () => (await import('./entry-form.tsx')).EntryForm,
  }),
})

const operatorAccess = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-tenant/operator-access',
  ...pageOfUsers({
    title: 'shell:page.operatorAccess',
    rule: mayAnswerOperators,
    words: ['entry'],
    starts: async (queries) => await queries.prefetchQuery((await import('./entry-queries.ts')).accessQuery),
    code: async () => (await import('./operator-access-page.tsx')).OperatorAccessPage,
  }),
})

const shownInList = tenants.addChildren([newTenant, tenant.addChildren([suspendTenant, enterTenant])])

export const operatorRoutes = [shownInList, operatorAccess] as const
