import { queryOptions } from '@tanstack/react-query'
import { groupList, listGroups } from '../../contract/groups/group-list.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { addressOf } from '../routing/list-address.ts'
import type { GroupsSearch } from '../paths.ts'
import { testsSince } from '../ui/date-range.ts'

export const groupAddress = addressOf(groupList)

interface Wanted {
  organisationId?: string | undefined
  search?: string | undefined
  onlyActive?: boolean
}

/**
 * The groups to choose from, sorted by name, of one organisation or of all; with a search, those in which a word starts
 * with the text.
 */
export function groupChoices({ organisationId, search, onlyActive = false }: Wanted = {}) {
  return queryOf(listGroups, {
    query: {
      per_page: '100',
      ...(organisationId && { organisation_id: organisationId }),
      ...(search && { search }),
      ...(onlyActive && { status: 'active' as const }),
    },
  })
}

export function groupsQuery(search: GroupsSearch) {
  return queryOf(listGroups, { query: { ...groupAddress.page(search), tests_since: testsSince() } })
}

export function groupsOfQuery(organisationId: string, cursor: string | undefined) {
  return queryOf(listGroups, {
    query: { organisation_id: organisationId, tests_since: testsSince(), ...(cursor && { cursor }) },
  })
}

/** Loads the name of a group. Its endpoint is declared among the forms, which a list does not need at first. */
export function groupNameQuery(id: string) {
  return queryOptions({
    queryKey: ['getGroup', 'name', id],
    queryFn: async ({ signal }) => {
      const { getGroup } = await import('../../contract/groups/endpoints.ts')
      return await call(getGroup, { params: { id }, signal })
    },
  })
}
