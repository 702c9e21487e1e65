import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { dateOfBirth } from '../rules/dates.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { languages } from '../locales.ts'
import { inviteCode } from '../rules/invite-code.ts'
import { newPassword } from '../rules/password.ts'
import { listOf } from '../listing.ts'
import { dataOf, id, linkText, rule } from '../schema.ts'
import { inviteList, inviteStates } from './invite-list.ts'
import { typedPhone } from '../rules/phone-and-postcode.ts'

const channels = ['email', 'text'] as const

const named = z.strictObject({ id, name: z.string() })

/** A patient's invite as shown to staff. Instants are ISO 8601 in UTC. Only the recipient knows the code itself. */
export const invite = z.strictObject({
  id,
  email: z.string(),
  /** The number in E.164 form. */
  mobile: z.nullable(z.string()),
  lang: z.enum(languages),
  organisation: named,
  group: named,
  state: z.enum(inviteStates),
  /** The latest messages, by email and possibly by text: each has a code of its own, whose end is shown. */
  deliveries: z.array(
    z.strictObject({
      channel: z.enum(channels),
      /** `failed`: its service reports that nothing reaches this address or number. */
      state: z.enum(['waiting', 'sent', 'failed']),
      lastFour: z.nullable(z.string()),
    }),
  ),
  invitedBy: z.nullable(z.string()),
  /** The time of the last sending, from which its validity counts. */
  sentAt: z.string(),
  expiresAt: z.string(),
  redeemedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  version: z.int(),
})
export type Invite = z.infer<typeof invite>

/** The body of the form of `/invites`. The mobile number must be of one of the tenant's countries. */
export const newInvite = z.strictObject({
  groupId: id,
  email,
  mobile: z.optional(z.nullable(typedPhone)),
  lang: z.enum(languages),
})
export type NewInvite = z.infer<typeof newInvite>

/** Lists the invites into groups of the actor's scope, latest sent first unless sorted otherwise. */
export const listInvites = endpoint('listInvites', 'GET /invites', {
  summary: 'Patient invites in the user’s scope',
  requires: { anyOf: ['view-invites'] },
  forTokens: true,
  whenEntered: 'read',
  query: inviteList.page,
  prints: inviteList,
  replies: { 200: listOf(invite) },
})

/**
 * Two endpoints reveal whether an email has an account. The limit is above what a person types and below what scanning
 * a list takes.
 */
const asking = { attempts: 100, minutes: 15, counter: 'invite' } as const

/**
 * Invites a patient by email, and also by text if a mobile number is given. 422 at `email` if the tenant has an account
 * or an open invite with that email. If the tenant does not invite, 403 `invites-disabled`, here and from every
 * endpoint of invites except `revokeInvite`.
 */
export const createInvite = endpoint('createInvite', 'POST /invites', {
  summary: 'Invite a patient',
  requires: { anyOf: ['invite-patients'] },
  forTokens: true,
  headers: doneOncePerKey,
  body: newInvite,
  replies: { 201: dataOf(invite), 200: dataOf(invite) },
  limit: asking,
  audit: 'invite.created',
})

/** Tells whether an email can be invited (spec §5), before anything is sent. */
export const checkInvite = endpoint('checkInvite', 'POST /invites/check', {
  summary: 'Whether an email can be invited',
  requires: { anyOf: ['invite-patients'] },
  forTokens: true,
  body: z.strictObject({ email }),
  replies: { 200: dataOf(z.strictObject({ obstacle: z.nullable(z.enum(['invited', 'registered'])) })) },
  limit: asking,
})

/**
 * Sends the invite again with new codes, even one that has expired or was revoked; the earlier codes end, and its
 * validity starts anew. 409 `not-possible` if it was redeemed, if the email now has an account or another open invite,
 * or if its group is suspended.
 */
export const resendInvite = endpoint('resendInvite', 'PUT /invites/{id}/resend', {
  summary: 'Send an invite again',
  requires: { anyOf: ['invite-patients'] },
  forTokens: true,
  replies: { 200: dataOf(invite) },
  audit: 'invite.resent',
})

/**
 * Revokes the invite: its codes end at once, and unsent messages are dropped. Repeating it changes nothing and has the
 * same reply. 409 `not-possible` if it was redeemed.
 */
export const revokeInvite = endpoint('revokeInvite', 'PUT /invites/{id}/revoke', {
  summary: 'Revoke an invite',
  requires: { anyOf: ['invite-patients'] },
  forTokens: true,
  replies: { 200: dataOf(invite) },
  audit: 'invite.revoked',
})

/**
 * Returns the invite of a code, for the form that it opens. The code may be in any case, with or without spaces and
 * dashes. 404 `code-invalid` for a code that is unknown, used, replaced, revoked or expired, or whose email now has an
 * account: the same reply for all of them. The invite stays unchanged. 429 after many wrong codes from one address.
 */
export const verifyInvite = endpoint('verifyInvite', 'GET /verify-invite', {
  summary: 'What an invite code is for',
  requires: 'anyone',
  query: z.strictObject({ code: linkText() }),
  replies: {
    200: dataOf(
      z.strictObject({ email: z.string(), organisation: z.string(), group: z.string(), lang: z.enum(languages) }),
    ),
  },
  audit: 'invite.opened',
})

export const inviteeAccount = z.strictObject({
  code: inviteCode,
  fullName: chosenName,
  password: newPassword,
  dateOfBirth,
  lang: z.enum(languages),
  termsAccepted: z.boolean().check(rule('terms', (isAccepted) => isAccepted)),
})
export type InviteeAccount = z.infer<typeof inviteeAccount>

/**
 * Redeems an invite: creates the patient's account. A code that came by email has verified the email; after one that
 * came by text, an email must be verified before the first login. 404 `code-invalid` as for `verifyInvite`.
 */
export const redeemInvite = endpoint('redeemInvite', 'POST /invitee-update', {
  summary: 'Set up the account that an invite is for',
  requires: 'anyone',
  body: inviteeAccount,
  replies: {
    201: dataOf(z.strictObject({ email: z.string(), emailVerification: z.enum(['verified', 'unverified']) })),
  },
  audit: 'invite.redeemed',
})
