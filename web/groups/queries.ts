import { listGroups } from '../../contract/groups/group-list.ts'
import { queryOf } from '../api/query.ts'

interface Wanted {
  organisationId?: string | undefined
  search?: string | undefined
  onlyActive?: boolean
}

/** The groups to choose from, by name: of one organisation or of all, those whose name holds the text. */
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
