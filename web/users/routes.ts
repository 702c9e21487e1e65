import { createRoute, redirect } from '@tanstack/react-router'
import { can, mayAddUsers, mayEditUsers } from '../../contract/permissions/can.ts'
import { userList } from '../../contract/users/user-list.ts'
import { addressOf } from '../routing/list-address.ts'
import { startList } from '../lists/start-list.ts'
import { paths, type UsersSearch } from '../paths.ts'
import { currentHolder, userQuery } from '../session/queries.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfRow, pageOfUsers, panelOfRow, panelOfUsers, type Guarded } from '../routing/page-route.ts'

const users = createRoute({
  getParentRoute: () => loggedIn,
  path: '/users',
  validateSearch: addressOf(userList).read,
  ...pageOfUsers<UsersSearch>({
    title: 'shell:page.users',
    permission: ['view-users'],
    guard: leadToThemselves,
    words: ['users'],
    starts: async (queries, { search }) => await startList(queries, (await import('./queries.ts')).usersQuery, search),
    code: async () => (await import('./users-page.tsx')).UsersPage,
  }),
})

/** Shown beside the list: the list's page draws it in its outlet. */
const user = createRoute({
  getParentRoute: () => users,
  path: '$id',
  ...pageOfRow({
    title: 'shell:page.user',
    words: ['users', 'places'],
    row: async () => (await import('./queries.ts')).userDetailQuery,
    code: async () => {
      // The part below the facts is loaded without delaying the page.
      import('./user-actions.tsx').catch(() => undefined)
      return (await import('./user-page.tsx')).UserPage
    },
  }),
})

const editUser = createRoute({
  getParentRoute: () => user,
  path: 'edit',
  ...panelOfRow({
    title: 'shell:page.editUser',
    rule: mayEditUsers,
    row: async () => (await import('./queries.ts')).userDetailQuery,
    words: ['accounts', 'users', 'editing'],
    code: async () => (await import('./edit-user-form.tsx')).EditUserForm,
  }),
})

const newUser = createRoute({
  getParentRoute: () => users,
  path: 'new',
  ...panelOfUsers({
    title: 'shell:page.newUser',
    rule: mayAddUsers,
    words: ['accounts', 'users', 'editing'],
    code: async () => (await import('./new-user-form.tsx')).NewUserForm,
  }),
})

export const userRoutes = users.addChildren([user.addChildren([editUser]), newUser])

/** Redirects people who may not see users from their own address to their own page (spec §6). */
function leadToThemselves({ context, location }: Guarded): void {
  const holder = currentHolder(context.queries)
  const self = context.queries.getQueryData(userQuery.queryKey)
  if (holder === undefined || self === undefined || can(holder, 'view-users') || !can(holder, 'view-own-user')) return
  if (location.pathname === `/users/${self.id}`) throw redirect({ ...paths.ownUser(), replace: true })
}
