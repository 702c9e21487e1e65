import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { historyEndpoint } from '../history.ts'
import { dataOf } from '../schema.ts'
import { standingEndpoints } from '../standing.ts'
import { ifMatch, ifMatchOptional } from '../versions.ts'
import { newUser, userChange, userDetail } from './managed-user.ts'

const whoMayEdit = { rule: 'mayEditUsers' } as const

/**
 * Adds a member of staff and sends them an invitation. 409 `duplicate` with a message at `email` if it has an account;
 * 403 for a type that the actor may not grant; 422 at the field for an organisation or group that is not in their
 * scope, which counts as missing.
 */
export const createUser = endpoint('createUser', 'POST /users', {
  summary: 'Invite a member of staff',
  requires: { rule: 'mayAddUsers' },
  headers: doneOncePerKey,
  body: newUser,
  replies: { 201: dataOf(userDetail), 200: dataOf(userDetail) },
  limit: { attempts: 100, minutes: 15 },
  audit: 'user.invited',
})

/**
 * Changes a user. A change of type, organisation or groups ends their sessions. Groups that the actor cannot see stay
 * unchanged. 403 for a type that the actor may not grant or revoke, and for the type or place of patients and of
 * oneself.
 */
export const updateUser = endpoint('updateUser', 'PUT /users/{id}', {
  summary: 'Change a user',
  requires: whoMayEdit,
  headers: ifMatch,
  body: userChange,
  replies: { 200: dataOf(userDetail) },
  audit: 'user.changed',
})

/**
 * Suspending ends every session of a user at once, blocks their logins, and notifies them by email. Nobody can suspend
 * themselves.
 */
export const { suspend: suspendUser, reactivate: reactivateUser } = standingEndpoints({
  name: 'User',
  path: 'users',
  audit: 'user',
  inWords: 'a user',
  requires: whoMayEdit,
  reply: dataOf(userDetail),
})

/**
 * Ends a user's sessions, sends them a link to a new password and requires one at their next login (spec §4). 409
 * `not-possible` before they have a password, and while they are suspended.
 */
export const resetPasswordOfUser = endpoint('resetPasswordOfUser', 'PUT /users/{id}/reset-password', {
  summary: 'Reset a user’s password',
  requires: whoMayEdit,
  headers: ifMatchOptional,
  replies: { 200: dataOf(userDetail) },
  audit: 'user.password-reset',
})

/**
 * Sends the invitation again; its earlier link ends. 409 `not-possible` once they have a password, and while they are
 * suspended.
 */
export const resendInvitation = endpoint('resendInvitation', 'PUT /users/{id}/resend-invite', {
  summary: 'Send a user’s invitation again',
  requires: whoMayEdit,
  headers: ifMatchOptional,
  replies: { 200: dataOf(userDetail) },
  audit: 'user.invitation-resent',
})

/** Logs a user out everywhere, at once and in every process. They may log in again: see `suspendUser`. */
export const endSessionsOfUser = endpoint('endSessionsOfUser', 'PUT /users/{id}/end-sessions', {
  summary: 'Log a user out everywhere',
  requires: whoMayEdit,
  headers: ifMatchOptional,
  replies: { 200: dataOf(userDetail) },
  audit: 'user.sessions-ended',
})

/** Lists what staff did to a user. Changes that users made to themselves are private, and left out. */
export const listUserHistory = historyEndpoint({
  name: 'User',
  path: 'users',
  inWords: 'a user',
  shows: [
    'user.invited',
    'user.invitation-resent',
    'user.changed',
    'user.password-reset',
    'user.sessions-ended',
    'user.suspended',
    'user.reactivated',
  ],
  whenEntered: 'read',
})
