import { queryOptions } from '@tanstack/react-query'
import {
  createGroup,
  getGroup,
  listGroupHistory,
  reactivateGroup,
  suspendGroup,
  updateGroup,
  type Group,
  type GroupChange,
  type NewGroup,
} from '../../contract/groups/endpoints.ts'
import { listGroups } from '../../contract/groups/group-list.ts'
import { call } from '../api/client.ts'
import { queryOf, sameRow } from '../api/query.ts'
import { useAction, useStored } from '../editing/use-action.ts'
import { testsSince } from '../ui/date-range.ts'

export function groupQuery(id: string) {
  return queryOptions({
    ...queryOf(getGroup, { params: { id }, query: { tests_since: testsSince() } }),
    placeholderData: sameRow(id),
  })
}

export function groupHistoryQuery(id: string, cursor: string | undefined) {
  return queryOf(listGroupHistory, { params: { id }, query: { ...(cursor && { cursor }) } })
}

export function useCreateGroup() {
  return useStored({ send: (body: NewGroup) => call(createGroup, { body, errors: 'caller' }), shownBy })
}

export function useUpdateGroup(id: string) {
  return useStored({
    send: (body: GroupChange, headers: { 'If-Match': string }) =>
      call(updateGroup, { params: { id }, body, headers, errors: 'caller' }),
    shownBy,
  })
}

/** Suspends an active group and reactivates a suspended one. */
export function useGroupStanding({ id, status }: Pick<Group, 'id' | 'status'>) {
  return useAction({
    send: async () => {
      const endpoint = status === 'active' ? suspendGroup : reactivateGroup
      return (await call(endpoint, { params: { id }, errors: 'caller' })).data
    },
    done: (after) => [after.status === 'active' ? 'groups:reactivated' : 'groups:suspended'],
    shownBy,
  })
}

const shownBy = [listGroups, getGroup, listGroupHistory]
