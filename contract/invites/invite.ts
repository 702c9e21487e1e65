import * as z from 'zod/mini'
import { email } from '../rules/email.ts'
import { languages } from '../rules/formats.ts'
import { typedPhone } from '../rules/phone.ts'
import { id } from '../schema.ts'
import { inviteStates } from './invite-filter.ts'

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
