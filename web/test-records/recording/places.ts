import type { GroupListItem } from '../../../contract/groups/endpoints.ts'
import type { OrganisationListItem } from '../../../contract/organisations/endpoints.ts'
import type { Named } from './draft.ts'
import type { Place } from './draft-storage.ts'

type Organisation = Pick<OrganisationListItem, 'id' | 'name'>
type Group = Pick<GroupListItem, 'id' | 'name' | 'organisationId'>

/** Where tests can be recorded: active organisations, and active groups in them. */
export interface Places {
  organisations: readonly Organisation[]
  groups: readonly Group[]
}

export interface ChosenPlace {
  organisation: Named | null
  group: Named | null
}

export function groupsOf(organisation: Named | null, groups: readonly Group[]): readonly Group[] {
  return groups.filter(({ organisationId }) => organisationId === organisation?.id)
}

/** Whether there is nothing to choose: one organisation with one group. */
export function isOnlyPlace({ organisations, groups }: Places): boolean {
  return organisations.length === 1 && groupsOf(organisations[0] ?? null, groups).length === 1
}

/** Whether a test can be recorded anywhere: it needs a group in an organisation. */
export function hasPlace({ organisations, groups }: Places): boolean {
  return organisations.some((organisation) => groupsOf(organisation, groups).length > 0)
}

/** What stands chosen before anybody chooses: the only one there is, else the one used last if it still accepts tests. */
export function defaultPlace({ organisations, groups }: Places, last: Place | undefined): ChosenPlace {
  const organisation = only(organisations) ?? organisations.find(({ id }) => id === last?.organisationId) ?? null
  const inside = groupsOf(organisation, groups)
  const group = only(inside) ?? inside.find(({ id }) => id === last?.groupId) ?? null
  return { organisation: named(organisation), group: named(group) }
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined
}

function named(item: Named | null): Named | null {
  return item && { id: item.id, name: item.name }
}
