import { createRoute } from '@tanstack/react-router'
import { loggedIn } from '../routing/areas.ts'
import { pageOfUsers, panelOfUsers } from '../routing/page-route.ts'

const ownUser = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-user',
  ...pageOfUsers({
    title: 'shell:page.ownUser',
    permission: ['view-own-user'],
    words: ['accounts', 'personDetails'],
    code: async () => (await import('./own-user-page.tsx')).OwnUserPage,
  }),
})

/**
 * Shown in a panel over the page, which draws it in its outlet, and loaded after the page with its tables of telephone
 * numbers.
 */
const editOwnUser = createRoute({
  getParentRoute: () => ownUser,
  path: 'edit',
  ...panelOfUsers({
    title: 'shell:page.editOwnUser',
    permission: ['view-own-user'],
    words: ['accounts', 'editing'],
    code: async () => (await import('./details-form.tsx')).OwnDetailsForm,
  }),
})

export const ownUserRoutes = ownUser.addChildren([editOwnUser])
