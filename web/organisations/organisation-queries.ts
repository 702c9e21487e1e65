import { queryOptions } from '@tanstack/react-query'
import { listUsCounties } from '../../contract/assays/us-counties.ts'
import { getGroup } from '../../contract/groups/endpoints.ts'
import { listGroups } from '../../contract/groups/group-list.ts'
import {
  createOrganisation,
  getOrganisation,
  listOrganisationHistory,
  reactivateOrganisation,
  suspendOrganisation,
  updateOrganisation,
  type Organisation,
  type OrganisationForm,
} from '../../contract/organisations/endpoints.ts'
import { listOrganisations } from '../../contract/organisations/organisation-list.ts'
import type { UsState } from '../../contract/rules/us-states.ts'
import { call } from '../api/client.ts'
import { queryOf, sameRow } from '../api/query.ts'
import { useAction, useStored } from '../editing/use-action.ts'
import { testsSince } from '../ui/date-range.ts'

export function organisationQuery(id: string) {
  return queryOptions({
    ...queryOf(getOrganisation, { params: { id }, query: { tests_since: testsSince() } }),
    placeholderData: sameRow(id),
  })
}

export function organisationHistoryQuery(id: string, cursor: string | undefined) {
  return queryOf(listOrganisationHistory, { params: { id }, query: { ...(cursor && { cursor }) } })
}

/** Loads the counties of a US state; returns none while no state is chosen. */
export function countiesQuery(state: UsState | undefined) {
  return queryOptions({
    ...queryOf(listUsCounties, { query: { ...(state && { state }) } }),
    enabled: state !== undefined,
    staleTime: Infinity,
  })
}

export function useCreateOrganisation() {
  return useStored({ send: (body: OrganisationForm) => call(createOrganisation, { body, errors: 'caller' }), shownBy })
}

export function useUpdateOrganisation(id: string) {
  return useStored({
    send: (body: OrganisationForm, headers: { 'If-Match': string }) =>
      call(updateOrganisation, { params: { id }, body, headers, errors: 'caller' }),
    shownBy,
  })
}

/** Suspends an active organisation and reactivates a suspended one. */
export function useOrganisationStanding({ id, status }: Pick<Organisation, 'id' | 'status'>) {
  return useAction({
    send: async () => {
      const endpoint = status === 'active' ? suspendOrganisation : reactivateOrganisation
      return (await call(endpoint, { params: { id }, errors: 'caller' })).data
    },
    done: (after) => [after.status === 'active' ? 'organisations:reactivated' : 'organisations:suspended'],
    shownBy,
  })
}

/** The queries that show organisations. Groups show the name and status of theirs. */
const shownBy = [listOrganisations, getOrganisation, listOrganisationHistory, listGroups, getGroup]
