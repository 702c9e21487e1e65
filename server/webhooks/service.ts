import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { Query, Reply } from '../../contract/endpoint.ts'
import { mostWebhooks } from '../../contract/limits-and-times.ts'
import type {
  listWebhookAttempts as listAttemptsEndpoint,
  listWebhooks as listEndpoint,
  NewWebhook,
  Webhook,
  WebhookAttempt,
  WebhookWithSecret,
} from '../../contract/webhooks/endpoints.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, EnterAsActor, Scope } from '../access/scope.ts'
import { found, Failure, invalid } from '../platform/failure.ts'
import type { KeptSecrets } from '../platform/kept-secrets.ts'
import { addressOfHost, type AddressJudge } from './addresses.ts'
import * as rows from './repository.ts'
import { leaseMs } from './sending-repository.ts'
import { newSecret, writeSecret } from './signing.ts'

export { addressOfHost, type AddressJudge } from './addresses.ts'
export type { NameLookup } from './name-lookup.ts'

export async function listWebhooks(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await rows.listWebhookRows(scope, query)
  return { data: items.map(shown), page }
}

/** Throws `not-found`. */
export async function getWebhook(scope: ActorScope, id: string): Promise<Webhook> {
  return shown(found(await rows.findWebhook(scope, id)))
}

/** Makes a webhook, and returns the only copy of its secret. Throws `validation` for an address that it may not reach. */
export async function createWebhook(
  scope: ActorScope,
  { secrets, mayReach }: { secrets: KeptSecrets; mayReach: AddressJudge },
  { url, kinds, withContent }: NewWebhook,
): Promise<WebhookWithSecret> {
  const address = addressOfHost(new URL(url).hostname)
  if (address !== undefined && !mayReach(address)) throw invalid('url', 'publicAddress')
  if ((await rows.countKeptWebhooks(scope)) >= mostWebhooks) throw invalid('url', 'tooMany', { most: mostWebhooks })
  const id = newId()
  await rows.insertWebhook(scope, { id, url, kinds, withContent })
  const secret = await addSecret(scope, secrets, id)
  await recordDone(scope, 'webhook.created', id)
  return { ...shown(found(await rows.findWebhook(scope, id))), secret }
}

/** Makes a new secret, and returns the only copy. Throws `not-found`, and `not-possible` for one that has ended. */
export async function rotateWebhook(scope: ActorScope, secrets: KeptSecrets, id: string): Promise<WebhookWithSecret> {
  await requireKept(scope, id)
  const secret = await addSecret(scope, secrets, id)
  await recordDone(scope, 'webhook.rotated', id)
  return { ...shown(found(await rows.findWebhook(scope, id))), secret }
}

async function addSecret(scope: ActorScope, secrets: KeptSecrets, webhookId: string): Promise<string> {
  const secret = newSecret()
  const id = newId()
  await rows.insertSecret(scope, webhookId, { id, secret: secrets.encrypt(secret, contextOf(scope, id)) })
  return writeSecret(secret)
}

/** The row that a secret is encrypted for. */
export function contextOf({ tenant }: Pick<ActorScope, 'tenant'>, secretId: string): string {
  return `${tenant.id} ${secretId}`
}

/**
 * Pauses the webhooks that a restored backup brought, some of which may have been revoked after it. An administrator lets each
 * go on.
 */
export async function settleRestored(scope: Scope): Promise<void> {
  await rows.pauseRestoredRows(scope)
}

/** Lets a webhook go on at the event at which it stopped. Throws `not-found`, and `not-possible` for one that has ended. */
export async function resumeWebhook(scope: ActorScope, id: string): Promise<Webhook> {
  await requireKept(scope, id)
  await rows.resumeRow(scope, id)
  await recordDone(scope, 'webhook.resumed', id)
  return shown(found(await rows.findWebhook(scope, id)))
}

/** Locks a webhook. Throws `not-found`, and `not-possible` for one that was revoked or has ended. */
export async function requireKept(scope: ActorScope, id: string): Promise<void> {
  if ((await rows.lockKept(scope, id)) !== undefined) return
  found(await rows.findWebhook(scope, id))
  throw new Failure('not-possible')
}

/** Milliseconds between two looks whether a message that was under way at a revocation has ended. */
const lookEveryMs = 100

/**
 * Revokes a webhook. What it returns promises that nothing comes any more, so it waits for a message that is under way.
 * Throws `not-found`.
 */
export async function revokeWebhook(enter: EnterAsActor, id: string): Promise<Webhook> {
  const revoked = await enter(async (scope) => {
    if (await rows.revokeRow(scope, id)) await recordDone(scope, 'webhook.revoked', id)
    return shown(found(await rows.findWebhook(scope, id)))
  })
  const end = performance.now() + leaseMs
  while (performance.now() < end && (await enter((scope) => rows.isSending(scope, id)))) await pause(lookEveryMs)
  return revoked
}

/** Throws `not-found` for a webhook that does not exist. */
export async function listWebhookAttempts(
  scope: ActorScope,
  id: string,
  query: Query<typeof listAttemptsEndpoint>,
): Promise<Reply<typeof listAttemptsEndpoint>> {
  found(await rows.findWebhook(scope, id))
  const { items, page } = await rows.listAttemptRows(scope, id, query)
  return { data: items.map(shownAttempt), page }
}

export function shownAttempt(row: rows.AttemptRow): WebhookAttempt {
  return {
    id: row.id,
    kind: row.kind,
    messageId: row.message_id,
    triedAt: row.tried_at.toISOString(),
    isByHand: row.is_by_hand,
    isDelivered: isDelivered(row.status),
    status: row.status,
    problem: row.problem,
    milliseconds: row.milliseconds,
    body: row.body,
    answer: row.answer,
  }
}

/** Only a status of success means that a receiver has taken a message. */
export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

function shown(row: rows.WebhookRow): Webhook {
  const isFailing = row.state === 'active' && row.tries > 0
  return {
    id: row.id,
    url: row.url,
    kinds: row.kinds,
    withContent: row.with_content,
    state: isFailing ? 'failing' : row.state,
    pausedBecause: row.paused_because,
    failingSince: row.failing_since?.toISOString() ?? null,
    nextTryAt: isFailing ? row.due_at.toISOString() : null,
    formerUntil: row.former_until?.toISOString() ?? null,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    madeBy: row.made_by_name,
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }
}
