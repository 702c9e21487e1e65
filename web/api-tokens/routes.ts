import { createRoute } from '@tanstack/react-router'
import { mayKeepApiTokens } from '../../contract/permissions/can.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfUsers, panelOfUsers } from '../routing/page-route.ts'

const apiTokens = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-tenant/tokens',
  ...pageOfUsers({
    title: 'shell:page.apiTokens',
    rule: mayKeepApiTokens,
    words: ['apiTokens', 'permissions'],
    starts: async (queries) => await queries.prefetchQuery((await import('./queries.ts')).apiTokensQuery(undefined)),
    code: async () => (await import('./tokens-page.tsx')).ApiTokensPage,
  }),
})

const newApiToken = createRoute({
  getParentRoute: () => apiTokens,
  path: 'new',
  ...panelOfUsers({
    title: 'shell:page.newApiToken',
    rule: mayKeepApiTokens,
    words: ['apiTokens', 'permissions', 'editing'],
    code: async () => (await import('./api-token-form.tsx')).ApiTokenForm,
  }),
})

export const apiTokenRoutes = apiTokens.addChildren([newApiToken])
