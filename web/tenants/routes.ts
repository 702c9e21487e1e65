import { createRoute } from '@tanstack/react-router'
import { loggedIn } from '../shell/areas.ts'
import { pageOfUsers } from '../shell/page-route.ts'

export const ownTenantRoute = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-tenant',
  ...pageOfUsers({
    title: 'shell:page.ownTenant',
    permission: ['view-own-tenant'],
    words: ['tenants'],
    code: async () => (await import('./own-tenant-page.tsx')).OwnTenantPage,
  }),
})
