import type { GroupListItem } from '../../../contract/groups/group-list.ts'
import type { OrganisationListItem } from '../../../contract/organisations/organisation-list.ts'
import type { Named } from './draft.ts'
import type { Place } from './last-used.ts'

type Organisation = Pick<OrganisationListItem, 'id' | 'name'>
type Group = Pick<GroupListItem, 'id' | 'name' | 'organisationId'>

/** Places where tests can be recorded: active organisations, and their active groups. */
export interface Places {
  organisations: readonly Organisation[]
  groups: readonly Group[]
  /** True if the server has more than these, to be searched for. */
  hasMore: { organisations: boolean; groups: boolean }
}

export interface ChosenPlace {
  organisation: Named | null
  group: Named | null
}

export function groupsOf(organisation: Named | null, groups: readonly Group[]): readonly Group[] {
  return groups.filter(({ organisationId }) => organisationId === organisation?.id)
}

/** A group of these places with its organisation. */
export function placeOf({ organisations, groups }: Places, groupId: string | undefined): Place | undefined {
  const group = groups.find(({ id }) => id === groupId)
  const organisation = organisations.find(({ id }) => id === group?.organisationId)
  return group && organisation && { organisation: pick(organisation), group: pick(group) }
}

/** True if there is nothing to choose: one organisation with one group. */
export function isOnlyPlace({ organisations, groups, hasMore }: Places): boolean {
  return organisations.length === 1 && !hasMore.groups && groupsOf(organisations[0] ?? null, groups).length === 1
}

/** True if a test can be recorded in the group, as far as that is known. */
export function isOpenPlace({ groups, hasMore }: Places, { id }: Named): boolean {
  return hasMore.groups || groups.some((group) => group.id === id)
}

/** True if a test can be recorded anywhere, which takes a group in an organisation. */
export function hasPlace({ organisations, groups, hasMore }: Places): boolean {
  return hasMore.groups || organisations.some((organisation) => groupsOf(organisation, groups).length > 0)
}

/**
 * The initially chosen place: the only one, else the last used one if it still accepts tests. If not all places are
 * known, the last used one is trusted, and saving would refuse it.
 */
export function defaultPlace({ organisations, groups, hasMore }: Places, last: Place | undefined): ChosenPlace {
  const organisation = only(organisations) ?? find(organisations, last?.organisation, hasMore.organisations)
  const inside = groupsOf(organisation, groups)
  const lastGroup = organisation?.id === last?.organisation.id ? last?.group : undefined
  const group = (hasMore.groups ? undefined : only(inside)) ?? find(inside, lastGroup, hasMore.groups)
  return { organisation: named(organisation), group: named(group) }
}

export function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined
}

function find(list: readonly Named[], wanted: Named | undefined, hasMore: boolean): Named | null {
  return list.find(({ id }) => id === wanted?.id) ?? (hasMore ? wanted : undefined) ?? null
}

function named(item: Named | null): Named | null {
  return item && pick(item)
}

export function pick({ id, name }: Named): Named {
  return { id, name }
}
