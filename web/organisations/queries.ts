import { queryOptions } from '@tanstack/react-query'
import { organisationList } from '../../contract/organisations/organisation-filter.ts'
import { listOrganisations } from '../../contract/organisations/organisation-list.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { addressOf } from '../lists/list-address.ts'
import type { OrganisationsSearch } from '../paths.ts'
import { testsSince } from '../ui/date-range.ts'

export const organisationAddress = addressOf(organisationList)

/** The organisations to choose from, by name; those in which a word starts with the text. As many as a list can show at once. */
export function organisationChoices({
  search,
  onlyActive = false,
}: { search?: string | undefined; onlyActive?: boolean } = {}) {
  return queryOf(listOrganisations, {
    query: { per_page: '100', ...(search && { search }), ...(onlyActive && { status: 'active' as const }) },
  })
}

/** The page of the list that an address asks for, with figures. */
export function organisationsQuery(search: OrganisationsSearch) {
  return queryOf(listOrganisations, { query: { ...organisationAddress.page(search), tests_since: testsSince() } })
}

/** What an organisation is called. Its endpoint is declared among forms, which a list does not need before. */
export function organisationNameQuery(id: string) {
  return queryOptions({
    queryKey: ['getOrganisation', 'name', id],
    queryFn: async ({ signal }) => {
      const { getOrganisation } = await import('../../contract/organisations/endpoints.ts')
      return await call(getOrganisation, { params: { id }, signal })
    },
  })
}
