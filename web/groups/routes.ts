import { createRoute, redirect } from '@tanstack/react-router'
import { groupList } from '../../contract/groups/group-list.ts'
import { addressOf } from '../routing/list-address.ts'
import { startList } from '../lists/start-list.ts'
import { can, mayCreateGroups } from '../../contract/permissions/can.ts'
import { id } from '../../contract/schema.ts'
import { paths, type GroupsSearch, type NeededFor } from '../paths.ts'
import { currentHolder, userQuery } from '../session/queries.ts'
import { loggedIn } from '../routing/areas.ts'
import { readField } from '../routing/asked-field.ts'
import { pageOfRow, pageOfUsers, panelOfRow, panelOfUsers, type Guarded } from '../routing/page-route.ts'
// Forms of other nouns use these queries too, so they are part of the main bundle.
import { groupsQuery } from './queries.ts'

const groups = createRoute({
  getParentRoute: () => loggedIn,
  path: '/groups',
  validateSearch: addressOf(groupList).read,
  ...pageOfUsers<GroupsSearch>({
    title: 'shell:page.groups',
    permission: ['view-groups'],
    guard: leadToTheirOwn,
    words: ['places'],
    starts: async (queries, { search }) => await startList(queries, groupsQuery, search),
    code: async () => (await import('./groups-page.tsx')).GroupsPage,
  }),
})

const newGroup = createRoute({
  getParentRoute: () => groups,
  path: 'new',
  validateSearch: ({ neededFor }: Record<string, unknown>): NeededFor => ({
    neededFor: neededFor === 'test' || neededFor === 'invite' ? neededFor : undefined,
  }),
  ...panelOfUsers({
    title: 'shell:page.newGroup',
    rule: mayCreateGroups,
    words: ['accounts', 'editing'],
    code: async () => (await import('./group-form.tsx')).NewGroupForm,
  }),
})

const group = createRoute({
  getParentRoute: () => groups,
  path: '$id',
  ...pageOfRow({
    title: 'shell:page.group',
    words: ['places'],
    row: async () => (await import('./group-queries.ts')).groupQuery,
    code: async () => {
      startLists()
      return (await import('./group-page.tsx')).GroupPage
    },
  }),
})

const editGroup = createRoute({
  getParentRoute: () => group,
  path: 'edit',
  validateSearch: readField,
  ...panelOfRow({
    title: 'shell:page.editGroup',
    permission: ['edit-groups'],
    words: ['accounts', 'editing'],
    row: async () => (await import('./group-queries.ts')).groupQuery,
    code: async () => (await import('./group-form.tsx')).EditGroup,
  }),
})

const ownGroup = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-group',
  validateSearch: ({ group: wanted }: Record<string, unknown>): { group?: string } => ({
    group: id.safeParse(wanted).data,
  }),
  ...pageOfUsers({
    title: 'shell:page.ownGroup',
    permission: ['view-own-group'],
    words: ['places'],
    code: async () => {
      startLists()
      return (await import('./own-group-page.tsx')).OwnGroupPage
    },
  }),
})

/** Loads the lists below the facts without delaying the page. */
function startLists(): void {
  import('./group-lists.tsx').catch(() => undefined)
}

/** Redirects people who may not see groups from the address of one of theirs to their own page (spec §6). */
function leadToTheirOwn({ context, location }: Guarded): void {
  const holder = currentHolder(context.queries)
  const own = context.queries.getQueryData(userQuery.queryKey)?.groups ?? []
  if (holder === undefined || can(holder, 'view-groups') || !can(holder, 'view-own-group')) return
  const named = own.find((one) => location.pathname === `/groups/${one.id}`)
  if (named !== undefined) throw redirect({ ...paths.ownGroup(named.id), replace: true })
}

const shownInList = groups.addChildren([newGroup, group.addChildren([editGroup])])

export const groupRoutes = [shownInList, ownGroup] as const
