import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  checkInvite,
  createInvite,
  listInvites,
  resendInvite,
  revokeInvite,
  type Invite,
} from '../../contract/invites/endpoints.ts'
import { inviteList } from '../../contract/invites/invite-list.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useCreation } from '../editing/row-changes.ts'
import { useAction } from '../editing/use-action.ts'
import { addressOf } from '../routing/list-address.ts'
import type { InvitesSearch } from '../paths.ts'

export const inviteAddress = addressOf(inviteList)

/** Loads the page of the list that an address asks for, and polls while a message is being sent. */
export function invitesQuery(search: InvitesSearch) {
  return queryOptions({
    ...queryOf(listInvites, { query: inviteAddress.page(search) }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isOnItsWay) ? 3000 : false),
  })
}

/**
 * True if a message was requested recently and has not left yet. The time is limited, because polling keeps an unused
 * session alive.
 */
function isOnItsWay({ deliveries, sentAt }: Invite): boolean {
  return (
    presentTime().getTime() - new Date(sentAt).getTime() < 60_000 && deliveries.some(({ state }) => state === 'waiting')
  )
}

/** Loads the tenant's reason why an email cannot be invited; undefined until it is known. */
export function useObstacle(email: string | undefined) {
  const { data } = useQuery({
    queryKey: [checkInvite.name, email],
    queryFn: ({ signal }) => call(checkInvite, { body: { email: email ?? '' }, signal, errors: 'caller' }),
    enabled: email !== undefined,
    // Never cached, because the invite just sent is an obstacle to the next.
    staleTime: 0,
    gcTime: 0,
  })
  return data?.data.obstacle ?? undefined
}

export const useCreateInvite = () => useCreation(createInvite, { shownBy: [listInvites] })

/** Sends an invite again with new codes. */
export function useResendInvite() {
  return useAction({
    send: async (id: string) => (await call(resendInvite, { params: { id }, errors: 'caller' })).data,
    done: ({ email }) => ['invites:resent', { email }],
    shownBy: [listInvites],
  })
}

export function useRevokeInvite() {
  return useAction({
    send: async (id: string) => (await call(revokeInvite, { params: { id }, errors: 'caller' })).data,
    done: ({ email }) => ['invites:revoked', { email }],
    shownBy: [listInvites],
  })
}
