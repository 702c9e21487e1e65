import { queryOptions } from '@tanstack/react-query'
import {
  createGroup,
  getGroup,
  listGroupHistory,
  reactivateGroup,
  suspendGroup,
  updateGroup,
  type Group,
} from '../../contract/groups/endpoints.ts'
import { listGroups } from '../../contract/groups/group-list.ts'
import { queryOf, sameRow } from '../api/query.ts'
import { useChange, useCreation, useRowAction } from '../editing/row-changes.ts'
import { testsSince } from '../ui/date-range.ts'

export function groupQuery(id: string) {
  return queryOptions({
    ...queryOf(getGroup, { params: { id }, query: { tests_since: testsSince() } }),
    placeholderData: sameRow(id),
  })
}

export const useCreateGroup = () => useCreation(createGroup, { shownBy })

export const useChangeGroup = (id: string) => useChange(id, { get: getGroup, update: updateGroup, shownBy })

/** Suspends an active group and reactivates a suspended one. */
export function useGroupStanding({ id, status }: Pick<Group, 'id' | 'status'>) {
  return useRowAction(status === 'active' ? suspendGroup : reactivateGroup, id, {
    done: (after) => [after.status === 'active' ? 'groups:reactivated' : 'groups:suspended'],
    shownBy,
  })
}

const shownBy = [listGroups, getGroup, listGroupHistory]
