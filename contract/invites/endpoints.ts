import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dateOfBirth } from '../rules/dates.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { languages } from '../rules/formats.ts'
import { inviteCode } from '../rules/invite-code.ts'
import { newPassword } from '../rules/password.ts'
import { listOf } from '../listing.ts'
import { dataOf, id, linkText, rule } from '../schema.ts'
import { inviteList, inviteStates } from './invite-filter.ts'
import { typedPhone } from '../rules/phone-and-postcode.ts'

const channels = ['email', 'text'] as const

const named = z.strictObject({ id, name: z.string() })

/** A patient's invite as staff see it. Instants are ISO 8601 in UTC. The code itself is known to its recipient alone. */
export const invite = z.strictObject({
  id,
  email: z.string(),
  /** The number is written as E.164. */
  mobile: z.nullable(z.string()),
  lang: z.enum(languages),
  organisation: named,
  group: named,
  state: z.enum(inviteStates),
  /** What was sent last, by mail and perhaps by text: each message has a code of its own, whose end is shown. */
  deliveries: z.array(
    z.strictObject({
      channel: z.enum(channels),
      /** `failed`: its service says that nothing reaches this address or number. */
      state: z.enum(['waiting', 'sent', 'failed']),
      lastFour: z.nullable(z.string()),
    }),
  ),
  invitedBy: z.nullable(z.string()),
  /** When it was last sent, from which its time counts. */
  sentAt: z.string(),
  expiresAt: z.string(),
  redeemedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  version: z.int(),
})
export type Invite = z.infer<typeof invite>

/** What the form of `/invites` sends. The mobile number is one of the tenant's countries. */
export const newInvite = z.strictObject({
  groupId: id,
  email,
  mobile: z.optional(z.nullable(typedPhone)),
  lang: z.enum(languages),
})
export type NewInvite = z.infer<typeof newInvite>

/** Invites into the groups of the actor's scope, the latest sent first unless sorted otherwise. */
export const listInvites = endpoint({
  name: 'listInvites',
  method: 'GET',
  path: '/invites',
  summary: 'Patient invites in the user’s scope',
  requires: { anyOf: ['view-invites'] },
  query: inviteList.page,
  replies: { 200: listOf(invite) },
})

/** Both endpoints tell whether an email has an account: more than anybody types, fewer than a list has. */
const asking = { attempts: 100, minutes: 15, counter: 'invite' } as const

/**
 * Invites a patient by mail, and by text where a mobile number is given. 422 at `email` where the tenant has an account
 * or an open invite of that email. Where the tenant does not invite, 403 `invites-disabled`, here and from every endpoint
 * of invites but `revokeInvite`.
 */
export const createInvite = endpoint({
  name: 'createInvite',
  method: 'POST',
  path: '/invites',
  summary: 'Invite a patient',
  requires: { anyOf: ['invite-patients'] },
  body: newInvite,
  replies: { 201: dataOf(invite) },
  limit: asking,
  audit: 'invite.created',
})

/** Whether an email can be invited (spec §5), asked before anything is sent. */
export const checkInvite = endpoint({
  name: 'checkInvite',
  method: 'POST',
  path: '/invites/check',
  summary: 'Whether an email can be invited',
  requires: { anyOf: ['invite-patients'] },
  body: z.strictObject({ email }),
  replies: { 200: dataOf(z.strictObject({ obstacle: z.nullable(z.enum(['invited', 'registered'])) })) },
  limit: asking,
})

const oneInvite = z.strictObject({ id })

/**
 * Sends the invite again with new codes, also one that has expired or was revoked; the earlier codes end, and its time
 * begins anew. 409 `not-possible` when it was redeemed, when the email has an account or another open invite by now, or
 * when its group is suspended.
 */
export const resendInvite = endpoint({
  name: 'resendInvite',
  method: 'PUT',
  path: '/invites/{id}/resend',
  summary: 'Send an invite again',
  requires: { anyOf: ['invite-patients'] },
  params: oneInvite,
  replies: { 200: dataOf(invite) },
  audit: 'invite.resent',
})

/**
 * Takes the invite back: its codes end at once, and what was not sent yet is not sent. Revoking it again changes nothing
 * and answers the same. 409 `not-possible` when it was redeemed.
 */
export const revokeInvite = endpoint({
  name: 'revokeInvite',
  method: 'PUT',
  path: '/invites/{id}/revoke',
  summary: 'Revoke an invite',
  requires: { anyOf: ['invite-patients'] },
  params: oneInvite,
  replies: { 200: dataOf(invite) },
  audit: 'invite.revoked',
})

/**
 * Whose invite a code is, for the form that it opens; in any case, with or without spaces and dashes. 404 `code-invalid`
 * for a code that is unknown, used, replaced, revoked or expired, or whose email has an account by now: the same reply for
 * all of them. The invite stays as it is. 429 after many wrong codes from one address.
 */
export const verifyInvite = endpoint({
  name: 'verifyInvite',
  method: 'GET',
  path: '/verify-invite',
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

/** What the form of `/account-setup` sends. */
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
 * Redeems an invite: makes the patient's account. A code that came by mail has verified the email; after one that came
 * by text a mail does, before the first login. 404 `code-invalid` as above.
 */
export const redeemInvite = endpoint({
  name: 'redeemInvite',
  method: 'POST',
  path: '/invitee-update',
  summary: 'Set up the account that an invite is for',
  requires: 'anyone',
  body: inviteeAccount,
  replies: {
    201: dataOf(z.strictObject({ email: z.string(), emailVerification: z.enum(['verified', 'unverified']) })),
  },
  audit: 'invite.redeemed',
})
