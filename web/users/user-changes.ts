import {
  createUser,
  endSessionsOfUser,
  getUser,
  listUserHistory,
  listUsers,
  reactivateUser,
  resendInvitation,
  resetPasswordOfUser,
  suspendUser,
  updateUser,
} from '../../contract/users/endpoints.ts'
import type { NewUser, UserChange, UserDetail } from '../../contract/users/managed-user.ts'
import { call } from '../api/client.ts'
import { useAction, useStored } from '../editing/use-action.ts'
import type { PhraseKey } from '../ui/phrases.ts'
import { userDetailQuery } from './queries.ts'

/** Adds a member of staff and refreshes the list. */
export function useCreateUser() {
  return useStored({ send: (body: NewUser) => call(createUser, { body, errors: 'caller' }), ...shown })
}

/** Fetches a user from the server, bypassing the cache. */
export async function newestUser(id: string): Promise<UserDetail> {
  return (await call(getUser, { params: { id }, errors: 'caller' })).data
}

/** Updates a user and every page that shows them. */
export function useUpdateUser(id: string) {
  return useStored({
    send: (body: UserChange, headers: { 'If-Match': string }) =>
      call(updateUser, { params: { id }, body, headers, errors: 'caller' }),
    ...shown,
  })
}

const shown = {
  shownBy: [listUsers, listUserHistory],
  keptAs: ({ id }: UserDetail) => userDetailQuery(id).queryKey,
}

/** Actions on a user by one press, each with its message after success. */
const actions = {
  resend: { endpoint: resendInvitation, done: 'users:resent' },
  reset: { endpoint: resetPasswordOfUser, done: 'users:resetDone' },
  endSessions: { endpoint: endSessionsOfUser, done: 'users:sessionsEnded' },
  suspend: { endpoint: suspendUser, done: 'users:suspended' },
  reactivate: { endpoint: reactivateUser, done: 'users:reactivated' },
} as const satisfies Record<string, { endpoint: unknown; done: PhraseKey }>
export type UserActionName = keyof typeof actions

/** Performs an action on a user and reports the outcome. */
export function useUserAction(id: string, action: UserActionName) {
  const { endpoint, done } = actions[action]
  return useAction({
    send: async () => (await call(endpoint, { params: { id }, errors: 'caller' })).data,
    done: ({ email, fullName: name }) => [done, { email, name }],
    shownBy: [getUser, listUsers, listUserHistory],
  })
}
