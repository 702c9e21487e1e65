import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { dataOf, formalText, id, rule } from '../schema.ts'
import { webhookKinds } from './kinds.ts'

const requires = { rule: 'mayKeepWebhooks' } as const

/**
 * Whether a webhook sends. `failing`: it tries again by itself. `paused`: an administrator must resume it. `ended` (the
 * receiver answered 410) and `revoked` are for good.
 */
const webhookStates = ['active', 'failing', 'paused', 'ended', 'revoked'] as const
export type WebhookState = (typeof webhookStates)[number]

const pauses = ['failing', 'secret', 'restored'] as const
export type WebhookPause = (typeof pauses)[number]

const webhook = z.strictObject({
  id,
  url: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  /** True if the content of records goes out, and not only ids. */
  withContent: z.boolean(),
  state: z.enum(webhookStates),
  /** Why it is paused: every try has failed, its secret cannot be read on this installation, or a backup was restored. */
  pausedBecause: z.nullable(z.enum(pauses)),
  /** Times are ISO 8601 in UTC. When the event that it is at failed first, and is tried again; null unless it fails. */
  failingSince: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  /** Until when signatures by former secrets are sent as well; null if there are none. */
  formerUntil: z.nullable(z.string()),
  lastDeliveredAt: z.nullable(z.string()),
  /** Null if the administrator has left. */
  madeBy: z.nullable(z.string()),
  createdAt: z.string(),
  revokedAt: z.nullable(z.string()),
})
export type Webhook = z.infer<typeof webhook>

export const webhookList = listQuery({ filters: {}, sorts: ['-created_at'], default: '-created_at' })

/** Lists the tenant's webhooks, revoked ones included, the latest first, without their secrets. */
export const listWebhooks = endpoint('listWebhooks', 'GET /webhooks', {
  summary: 'Webhooks, the latest first',
  requires,
  query: webhookList.page,
  replies: { 200: listOf(webhook) },
})

export const getWebhook = endpoint('getWebhook', 'GET /webhooks/{id}', {
  summary: 'A webhook',
  requires,
  replies: { 200: dataOf(webhook) },
})

/** An https address without a user name and fragment. A network may have names without a dot. */
const address = formalText(500).check(
  z.minLength(1),
  rule('httpsLink', (value) => {
    const url = URL.parse(value)
    const isPlain = /^https:\/\/[^\s\p{C}\\@"'<>#]+$/iu.test(value)
    return isPlain && url?.protocol === 'https:' && url.hostname !== ''
  }),
)

export const newWebhook = z.strictObject({
  url: address,
  kinds: z.array(z.enum(webhookKinds)).check(
    z.minLength(1),
    rule('malformed', (list) => new Set(list).size === list.length),
  ),
  withContent: z.boolean(),
})
export type NewWebhook = z.infer<typeof newWebhook>

const withSecret = z.extend(webhook, {
  /** The secret with which the receiver verifies signatures. No other reply has it. */
  secret: z.string(),
})
export type WebhookWithSecret = z.infer<typeof withSecret>

/**
 * Makes a webhook, which sends what happens from now on. There is no key against repeats, because a repeat could not
 * answer with the secret: each request makes another webhook.
 */
export const createWebhook = endpoint('createWebhook', 'POST /webhooks', {
  summary: 'Make a webhook; only this reply has its secret',
  requires,
  body: newWebhook,
  replies: { 201: dataOf(withSecret) },
  limit: { attempts: 30, minutes: 15 },
  audit: 'webhook.created',
})

/** Gives a webhook another secret. What is sent in the next hours is signed with the former ones, too. */
export const rotateWebhook = endpoint('rotateWebhook', 'PUT /webhooks/{id}/rotate', {
  summary: 'Give a webhook a new secret; only this reply has it',
  requires,
  replies: { 200: dataOf(withSecret) },
  limit: { attempts: 10, minutes: 15 },
  audit: 'webhook.rotated',
})

/** Lets a paused or failing webhook try at once the event at which it stopped. Others stay as they are. */
export const resumeWebhook = endpoint('resumeWebhook', 'PUT /webhooks/{id}/resume', {
  summary: 'Let a webhook go on where it stopped',
  requires,
  replies: { 200: dataOf(webhook) },
  audit: 'webhook.resumed',
})

/** Ends a webhook for good. Nothing is sent after the reply. */
export const revokeWebhook = endpoint('revokeWebhook', 'PUT /webhooks/{id}/revoke', {
  summary: 'Revoke a webhook',
  requires,
  replies: { 200: dataOf(webhook) },
  audit: 'webhook.revoked',
})

/** What kept a message from getting an answer. */
export const sendingProblems = ['address', 'name', 'connection', 'certificate', 'timeout', 'secret'] as const
export type SendingProblem = (typeof sendingProblems)[number]

const attempt = z.strictObject({
  id,
  kind: z.enum([...webhookKinds, 'webhook.test']),
  /** The header `webhook-id`, which is equal for all tries of one event. */
  messageId: z.string(),
  triedAt: z.string(),
  /** True if a person pressed a button for it. */
  isByHand: z.boolean(),
  isDelivered: z.boolean(),
  /** The status of the answer, or null without one; then there is a problem. */
  status: z.nullable(z.int()),
  problem: z.nullable(z.enum(sendingProblems)),
  milliseconds: z.int(),
  body: z.string(),
  /** The beginning of the answer's body. */
  answer: z.string(),
})
export type WebhookAttempt = z.infer<typeof attempt>

export const attemptList = listQuery({ filters: {}, sorts: ['-tried_at'], default: '-tried_at' })

/** Lists what a webhook sent in the last seven days, the latest first. */
export const listWebhookAttempts = endpoint('listWebhookAttempts', 'GET /webhooks/{id}/attempts', {
  summary: 'What a webhook sent, and what was answered',
  requires,
  query: attemptList.page,
  replies: { 200: listOf(attempt) },
})

const byHand = { attempts: 30, minutes: 15, counter: 'webhook-by-hand' }

/** Sends a message of the kind `webhook.test` and waits for the answer. A failed attempt is an answer, too. */
export const testWebhook = endpoint('testWebhook', 'PUT /webhooks/{id}/test', {
  summary: 'Send a test, and see what is answered',
  requires,
  replies: { 200: dataOf(attempt) },
  limit: byHand,
  audit: 'webhook.sent',
})

/** Sends what an attempt sent again, with its `webhook-id`, and waits for the answer. */
export const resendWebhook = endpoint('resendWebhook', 'PUT /webhook-attempts/{id}/resend', {
  summary: 'Send a message again, and see what is answered',
  requires,
  replies: { 200: dataOf(attempt) },
  limit: byHand,
  audit: 'webhook.sent',
})
