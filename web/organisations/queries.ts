import { listOrganisations } from '../../contract/organisations/organisation-list.ts'
import { queryOf } from '../api/query.ts'

/** The organisations to choose from, by name; those whose name holds the text. As many as a list can show at once. */
export function organisationChoices({
  search,
  onlyActive = false,
}: { search?: string | undefined; onlyActive?: boolean } = {}) {
  return queryOf(listOrganisations, {
    query: { per_page: '100', ...(search && { search }), ...(onlyActive && { status: 'active' as const }) },
  })
}
