import { createRoute } from '@tanstack/react-router'
import { groupList } from '../../contract/groups/group-list.ts'
import { addressOf } from '../lists/list-address.ts'
import { startList } from '../lists/start-list.ts'
import type { GroupsSearch } from '../paths.ts'
import { loggedIn } from '../shell/areas.ts'
import { pageOfUsers } from '../shell/page-route.ts'

const groups = createRoute({
  getParentRoute: () => loggedIn,
  path: '/groups',
  validateSearch: addressOf(groupList).read,
  ...pageOfUsers<GroupsSearch>({
    title: 'shell:page.groups',
    permission: ['view-groups'],
    words: ['places', 'records'],
    starts: async (queries, { search }) => await startList(queries, (await import('./queries.ts')).groupsQuery, search),
    code: async () => (await import('./groups-page.tsx')).GroupsPage,
  }),
})

/** In a panel over the list, which draws it in its outlet. */
const newGroup = createRoute({
  getParentRoute: () => groups,
  path: 'new',
  pendingComponent: () => null,
  ...pageOfUsers({
    title: 'shell:page.newGroup',
    permission: ['edit-groups'],
    words: ['editing'],
    code: async () => (await import('./group-form.tsx')).NewGroupForm,
  }),
})

const group = createRoute({
  getParentRoute: () => groups,
  path: '$id',
  ...pageOfUsers<Record<never, never>, { id: string }>({
    title: 'shell:page.group',
    words: ['places', 'records'],
    starts: async (queries, { params }) =>
      await queries.prefetchQuery((await import('./group-queries.ts')).groupQuery(params.id)),
    code: async () => (await import('./group-page.tsx')).GroupPage,
  }),
})

const editGroup = createRoute({
  getParentRoute: () => group,
  path: 'edit',
  pendingComponent: () => null,
  ...pageOfUsers<Record<never, never>, { id: string }>({
    title: 'shell:page.editGroup',
    permission: ['edit-groups'],
    words: ['editing'],
    starts: async (queries, { params }) =>
      await queries.prefetchQuery((await import('./group-queries.ts')).groupQuery(params.id)),
    code: async () => (await import('./group-form.tsx')).EditGroup,
  }),
})

export const groupRoutes = groups.addChildren([newGroup, group.addChildren([editGroup])])
