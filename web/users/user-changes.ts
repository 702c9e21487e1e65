import {
  createUser,
  endSessionsOfUser,
  listUserHistory,
  reactivateUser,
  resendInvitation,
  resetPasswordOfUser,
  suspendUser,
  updateUser,
} from '../../contract/users/endpoints.ts'
import { getUser, listUsers } from '../../contract/users/reading.ts'
import type { UserDetail } from '../../contract/users/managed-user.ts'
import { useChange, useCreation, useRowAction } from '../editing/row-changes.ts'
import type { PhraseKey } from '../ui/phrases.ts'
import { userDetailQuery } from './queries.ts'

/** Adds a member of staff and refreshes the list. */
export const useCreateUser = () => useCreation(createUser, shown)

export const useChangeUser = (id: string) => useChange(id, { get: getUser, update: updateUser, ...shown })

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
  return useRowAction(endpoint, id, {
    done: ({ email, fullName: name }) => [done, { email, name }],
    shownBy: [getUser, listUsers, listUserHistory],
  })
}
