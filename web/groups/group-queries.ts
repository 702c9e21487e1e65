import { queryOptions } from '@tanstack/react-query'
import {
  createGroup,
  getGroup,
  listGroupHistory,
  reactivateGroup,
  suspendGroup,
  updateGroup,
} from '../../contract/groups/endpoints.ts'
import { listGroups } from '../../contract/groups/group-list.ts'
import { queryOf, sameRow } from '../api/query.ts'
import { useChange, useCreation } from '../editing/row-changes.ts'
import { testsSince } from '../ui/date-range.ts'

export function groupQuery(id: string) {
  return queryOptions({
    ...queryOf(getGroup, { params: { id }, query: { tests_since: testsSince() } }),
    placeholderData: sameRow(id),
  })
}

export const useCreateGroup = () => useCreation(createGroup, { shownBy })

export const useChangeGroup = (id: string) => useChange(id, { get: getGroup, update: updateGroup, shownBy })

const shownBy = [listGroups, getGroup, listGroupHistory]

export const groupStanding = { suspend: suspendGroup, reactivate: reactivateGroup, shownBy }
