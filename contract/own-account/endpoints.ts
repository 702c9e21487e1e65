import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { givenPassword, newPassword } from '../rules/password.ts'
import { typedPhone } from '../rules/phone-and-postcode.ts'
import { anyText, dataOf, id } from '../schema.ts'
import { ifMatch } from '../versions.ts'
import { accountDeletion } from './deletion.ts'
import { user } from './user.ts'

/** The fields of their own account that users may edit. */
export const ownDetails = z.strictObject({ fullName: chosenName, mobile: z.nullable(typedPhone) })

export const updateMyDetails = endpoint('updateMyDetails', 'PUT /users/my-details', {
  summary: 'Change my details',
  requires: 'logged-in',
  headers: ifMatch,
  body: ownDetails,
  replies: { 200: dataOf(user) },
  audit: 'user.details',
})

/**
 * Accepts the terms in force (spec §2: until then only the dashboard and the policy pages are open). `version` names
 * the terms that were read: 412 if newer ones are in force by now.
 */
export const acceptTerms = endpoint('acceptTerms', 'PUT /users/my-details/terms', {
  summary: 'Accept the end-user licence agreement',
  requires: 'logged-in',
  body: z.strictObject({ accepted: z.literal(true), version: z.optional(anyText(50)) }),
  replies: { 200: dataOf(user) },
  audit: 'user.terms',
})

/** The body of the form of a new password. The current one is not checked against today's rule, which it may break. */
export const passwordChange = z.strictObject({
  currentPassword: givenPassword,
  password: newPassword,
})

/** Changes the password and ends the user's other sessions. A wrong current password is reported at its field. */
export const updateMyPassword = endpoint('updateMyPassword', 'PUT /users/my-details/password', {
  summary: 'Change my password',
  requires: 'logged-in',
  body: passwordChange,
  replies: { 204: null },
  audit: 'password.changed',
})

/** A session of the user. Instants are ISO 8601 in UTC. */
const ownSession = z.strictObject({
  id,
  startedAt: z.string(),
  /** Accurate to half a minute. */
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
})

/** Lists the user's sessions, latest activity first. They are few, so there is no paging. */
export const listMySessions = endpoint('listMySessions', 'GET /users/my-details/sessions', {
  summary: 'Where I am logged in',
  requires: 'logged-in',
  whenEntered: 'own',
  replies: { 200: dataOf(z.array(ownSession)) },
})

/** Ends the user's sessions except the present one. */
export const endMyOtherSessions = endpoint('endMyOtherSessions', 'PUT /users/my-details/sessions/end-others', {
  summary: 'Log me out everywhere else',
  requires: 'logged-in',
  replies: { 204: null },
  audit: 'session.ended-elsewhere',
})

export const emailChange = z.strictObject({
  currentPassword: givenPassword,
  email,
})

/**
 * Begins a change of email: a link goes to the new address, a notice to the old one, and every session ends. Until the
 * link is followed nobody can log in (spec §4); a new password by a link to the old address cancels the change. The
 * reply is the same whether or not the new address has an account.
 */
export const updateMyEmail = endpoint('updateMyEmail', 'PUT /users/my-details/email', {
  summary: 'Change my email',
  requires: 'logged-in',
  body: emailChange,
  replies: { 204: null },
  audit: 'user.email-change',
})

/** Returns all data about the user as JSON: account, sessions, invites, subjects, test records, audit events. */
export const downloadMyData = endpoint('downloadMyData', 'GET /users/my-details/data', {
  summary: 'Download what is stored about me',
  requires: 'logged-in',
  replies: { 200: null },
  produces: 'application/json; charset=utf-8',
  audit: 'user.data-downloaded',
})

/**
 * Deletes the account permanently: every identifier of the person is erased, their records stay, anonymised, and every
 * session ends (spec §4). A wrong password is reported at its field.
 */
export const deleteMyAccount = endpoint('deleteMyAccount', 'PUT /users/my-details/delete', {
  summary: 'Delete my account',
  requires: 'logged-in',
  body: accountDeletion,
  replies: { 204: null },
  audit: 'user.deleted',
})
