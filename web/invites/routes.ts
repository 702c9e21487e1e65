import { createRoute } from '@tanstack/react-router'
import { inviteList } from '../../contract/invites/invite-list.ts'
import { addressOf } from '../routing/list-address.ts'
import { startList } from '../lists/start-list.ts'
import type { InvitesSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { requireInvites } from '../routing/guards.ts'
import { pageOfUsers, panelOfUsers } from '../routing/page-route.ts'

const invites = createRoute({
  getParentRoute: () => loggedIn,
  path: '/invites',
  validateSearch: addressOf(inviteList).read,
  ...pageOfUsers<InvitesSearch>({
    title: 'shell:page.invites',
    permission: ['view-invites'],
    guard: requireInvites,
    words: ['invites'],
    starts: async (queries, { search }) =>
      await startList(queries, (await import('./queries.ts')).invitesQuery, search),
    code: async () => (await import('./invites-page.tsx')).InvitesPage,
  }),
})

const newInvite = createRoute({
  getParentRoute: () => invites,
  path: 'new',
  ...panelOfUsers({
    title: 'shell:page.newInvite',
    permission: ['invite-patients'],
    words: ['accounts', 'editing'],
    code: async () => (await import('./invite-form.tsx')).InviteForm,
  }),
})

export const inviteRoutes = invites.addChildren([newInvite])
