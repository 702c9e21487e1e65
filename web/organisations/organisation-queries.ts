import { queryOptions } from '@tanstack/react-query'
import { getGroup } from '../../contract/groups/endpoints.ts'
import { listGroups } from '../../contract/groups/group-list.ts'
import {
  createOrganisation,
  getOrganisation,
  listOrganisationHistory,
  reactivateOrganisation,
  suspendOrganisation,
  updateOrganisation,
} from '../../contract/organisations/endpoints.ts'
import { listOrganisations } from '../../contract/organisations/organisation-list.ts'
import { queryOf, sameRow } from '../api/query.ts'
import { useChange, useCreation } from '../editing/row-changes.ts'
import { testsSince } from '../ui/date-range.ts'

export function organisationQuery(id: string) {
  return queryOptions({
    ...queryOf(getOrganisation, { params: { id }, query: { tests_since: testsSince() } }),
    placeholderData: sameRow(id),
  })
}

export const useCreateOrganisation = () => useCreation(createOrganisation, { shownBy })

export const useChangeOrganisation = (id: string) =>
  useChange(id, { get: getOrganisation, update: updateOrganisation, shownBy })

/** The queries that show organisations. Groups show the name and status of theirs. */
const shownBy = [listOrganisations, getOrganisation, listOrganisationHistory, listGroups, getGroup]

export const organisationStanding = { suspend: suspendOrganisation, reactivate: reactivateOrganisation, shownBy }
