import { queryOptions } from '@tanstack/react-query'
import { organisationList, listOrganisations } from '../../contract/organisations/organisation-list.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { addressOf } from '../routing/list-address.ts'
import type { OrganisationsSearch } from '../paths.ts'
import { testsSince } from '../ui/date-range.ts'

export const organisationAddress = addressOf(organisationList)

/**
 * The organisations to choose from, sorted by name; with a search, those in which a word starts with the text. As many
 * as one page of a list can hold.
 */
export function organisationChoices({
  search,
  onlyActive = false,
}: { search?: string | undefined; onlyActive?: boolean } = {}) {
  return queryOf(listOrganisations, {
    query: { per_page: '100', ...(search && { search }), ...(onlyActive && { status: 'active' as const }) },
  })
}

export function organisationsQuery(search: OrganisationsSearch) {
  return queryOf(listOrganisations, { query: { ...organisationAddress.page(search), tests_since: testsSince() } })
}

/** Loads the name of an organisation. Its endpoint is declared among the forms, which a list does not need at first. */
export function organisationNameQuery(id: string) {
  return queryOptions({
    queryKey: ['getOrganisation', 'name', id],
    queryFn: async ({ signal }) => {
      const { getOrganisation } = await import('../../contract/organisations/endpoints.ts')
      return await call(getOrganisation, { params: { id }, signal })
    },
  })
}
