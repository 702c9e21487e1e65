import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { WebhookAttempt } from '../../contract/webhooks/endpoints.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { Door } from '../access/door/door.ts'
import { findDue } from '../access/each-tenant.ts'
import type { ActorScope, EnterAsActor, Scope } from '../access/scope.ts'
import { tellAdministrators } from '../messages/service.ts'
import type { Config } from '../platform/config.ts'
import { found } from '../platform/failure.ts'
import { openKeptSecrets, type KeptSecrets } from '../platform/kept-secrets.ts'
import { judgeOfAddresses } from './addresses.ts'
import { messageOf, testMessage, type KindMessage } from './messages.ts'
import { openNameLookup } from './name-lookup.ts'
import { post, type Outcome, type Post } from './posting.ts'
import { deleteSecrets, findAttempt, findWebhook, type AttemptRow } from './repository.ts'
import { readRetryAfter, waitAfter } from './schedule.ts'
import * as sending from './sending-repository.ts'
import { contextOf, isDelivered, requireKept, shownAttempt } from './service.ts'
import { signedHeaders } from './signing.ts'

/** What sends for webhooks. */
export interface WebhookSender extends Post {
  secrets: KeptSecrets
}

/** `others` replaces the name servers and the trusted authorities, in tests. */
export function openWebhookSender(
  { secretsKey, dataDir, webhookNetworks }: Config,
  others: Partial<Pick<Post, 'lookUp' | 'authorities'>> = {},
): WebhookSender {
  return {
    secrets: openKeptSecrets({ key: secretsKey, dataDir }),
    mayReach: judgeOfAddresses(webhookNetworks),
    lookUp: openNameLookup(),
    ...others,
  }
}

/** A message on its way, with what it needs outside of a transaction. */
interface Sending {
  webhookId: string
  url: string
  message: KindMessage
  isByHand: boolean
  /** Undefined if one of them cannot be read here. */
  secrets: Buffer[] | undefined
  /** When the try begins. */
  at: Date
}

/** A message of the chain, and the position that is reached with it. */
interface ChainSending extends Sending {
  position: number
}

/** Messages of one webhook in a row, after which others have their turn. */
const inARow = 200

/** Looks through this much of the chain in one transaction, in portions, when nothing in it concerns a webhook. */
const portionsAtOnce = 5

/**
 * Sends what is due for one webhook, one message after the other, so that their order is the chain's. A message is sent
 * again if the process dies before its outcome is stored. Other webhooks may be sent for at the same time.
 */
export async function sendDueMessages(
  door: Door,
  sender: WebhookSender,
  { tenantId, id }: { tenantId: string; id: string },
  signal?: AbortSignal,
): Promise<void> {
  const lease = randomUUID()
  const enter = <T>(work: (scope: Scope) => Promise<T>) => door.enterTenant(tenantId, lease, work)
  let until = endOfLease()
  let next = await enter((scope) => begin(scope, sender, id, lease))
  for (let sent = 1; next !== undefined; sent++) {
    const current = next
    const attempt = await tryOnce(sender, current, until)
    const goesOn = sent < inARow && signal?.aborted !== true
    until = endOfLease()
    next = await enter((scope) => settle(scope, sender, { lease, current, attempt, goesOn }))
  }
}

/**
 * When a lease ends that is taken from now on, as a time of `performance.now()`, which goes on while a process is stopped.
 * Others may then send for the webhook, or revoke it.
 */
function endOfLease(): number {
  return performance.now() + sending.leaseMs
}

async function begin(
  scope: Scope,
  sender: WebhookSender,
  id: string,
  lease: string,
): Promise<ChainSending | undefined> {
  const webhook = await sending.takeDue(scope, id, lease)
  if (webhook === undefined) return undefined
  if (scope.tenant.status === 'suspended') {
    // Nothing leaves a suspended tenant. It goes on where it stopped once the tenant is reactivated.
    await sending.endLease(scope, id, { due_at: after(scope, 10 * 60_000) })
    return undefined
  }
  return await findNext(scope, sender, webhook)
}

/** Finds the next message of a webhook that this process has, or gives the webhook back. */
async function findNext(
  scope: Scope,
  sender: WebhookSender,
  webhook: sending.DueRow,
): Promise<ChainSending | undefined> {
  let { position } = webhook
  position = Number(position)
  for (let portion = 0; portion < portionsAtOnce; portion++) {
    const next = await sending.findNextEvent(scope, position, webhook)
    if (next.event !== undefined) {
      const message = await messageOf(scope, next.event, webhook.with_content)
      await sending.keepLease(scope, webhook.id, { position: next.event.position - 1 })
      const prepared = await prepare(scope, sender, webhook, message, false)
      return { ...prepared, position: next.event.position }
    }
    position = next.upTo
    if (next.isEnd) {
      await sending.endLease(scope, webhook.id, { position, has_more: false })
      return undefined
    }
  }
  await sending.endLease(scope, webhook.id, { position })
  return undefined
}

async function prepare(
  scope: Scope,
  { secrets: keeper }: WebhookSender,
  { id, url }: { id: string; url: string },
  message: KindMessage,
  isByHand: boolean,
): Promise<Sending> {
  const stored = await sending.listSecrets(scope, id)
  const secrets = stored.map(({ id: secretId, secret }) => keeper.decrypt(secret, contextOf(scope, secretId)))
  // The present one comes first, without which no receiver would know us. Former ones may be from another installation.
  const readable = secrets.filter((secret) => secret !== undefined)
  return {
    webhookId: id,
    url,
    message,
    isByHand,
    secrets: secrets[0] === undefined ? undefined : readable,
    at: scope.now,
  }
}

/** Sends a message once, unless it is later than `until`, and describes the attempt. */
async function tryOnce(sender: WebhookSender, current: Sending, until: number): Promise<Attempt> {
  const { url, message, secrets, at } = current
  const start = performance.now()
  const outcome: Outcome =
    secrets === undefined
      ? { status: null, problem: 'secret', answer: '', retryAfter: undefined }
      : await post(sender, url, message.body, signedHeaders(message, secrets, at), until)
  const { retryAfter, ...kept } = outcome
  return { row: { ...unanswered(current), ...kept, milliseconds: Math.round(performance.now() - start) }, retryAfter }
}

/** Describes an attempt to which no answer has come yet. */
function unanswered({ webhookId, message, at, isByHand }: Sending): AttemptRow {
  return {
    id: newId(),
    webhook_id: webhookId,
    kind: message.kind,
    message_id: message.id,
    tried_at: at,
    is_by_hand: isByHand,
    status: null,
    problem: 'timeout',
    milliseconds: 0,
    body: message.body,
    answer: '',
  }
}

interface Attempt {
  row: AttemptRow
  retryAfter: string | undefined
}

interface Settling {
  lease: string
  current: ChainSending
  attempt: Attempt
  /** False if the webhook is given back, even if there is more to send. */
  goesOn: boolean
}

/** Keeps an attempt and what follows from it. Returns the next message, if there is one to send now. */
async function settle(
  scope: Scope,
  sender: WebhookSender,
  { lease, current, attempt, goesOn }: Settling,
): Promise<ChainSending | undefined> {
  const { row, retryAfter } = attempt
  await sending.insertAttempt(scope, row)
  const webhook = await sending.lockLeased(scope, current.webhookId, lease)
  // Another process has taken over, because this one was silent for too long.
  if (webhook === undefined) return undefined
  const { id } = webhook
  if (webhook.state !== 'active') {
    await sending.endLease(scope, id)
    return undefined
  }
  if (isDelivered(row.status)) {
    const delivered = { position: current.position, tries: 0, failing_since: null, last_delivered_at: scope.now }
    if (goesOn && scope.tenant.status !== 'suspended') {
      await sending.keepLease(scope, id, delivered)
      return await findNext(scope, sender, { ...webhook, position: current.position })
    }
    await sending.endLease(scope, id, delivered)
    return undefined
  }
  const tries = webhook.tries + 1
  const failed = { tries, failing_since: webhook.failing_since ?? scope.now }
  if (row.status === 410) return await stop(scope, id, { ...failed, state: 'ended' })
  if (row.problem === 'secret') return await stop(scope, id, { ...failed, state: 'paused', paused_because: 'secret' })
  const wait = waitAfter(tries, Math.random(), readRetryAfter(retryAfter, scope.now))
  if (wait === undefined) return await stop(scope, id, { ...failed, state: 'paused', paused_because: 'failing' })
  await sending.endLease(scope, id, { ...failed, due_at: after(scope, wait) })
  return undefined
}

/** Stops a webhook, and tells the administrators. */
async function stop(scope: Scope, id: string, progress: Parameters<typeof sending.endLease>[2]): Promise<undefined> {
  await sending.endLease(scope, id, progress)
  if (progress?.state === 'ended') await deleteSecrets(scope, id)
  await recordDone(scope, 'webhook.stopped', id)
  await tellAdministrators(scope, 'webhook-stopped')
}

function after({ now }: Scope, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}

/** Sends a test. Throws `not-found`, and `not-possible` for a webhook that was revoked or has ended. */
export async function testWebhook(enter: EnterAsActor, sender: WebhookSender, id: string): Promise<WebhookAttempt> {
  return await sendByHand(enter, sender, async (scope) => ({ id, message: testMessage(scope, newId()) }))
}

/** Sends a message again. Throws `not-found` and `not-possible` like `testWebhook`. */
export async function resendWebhook(
  enter: EnterAsActor,
  sender: WebhookSender,
  attemptId: string,
): Promise<WebhookAttempt> {
  return await sendByHand(enter, sender, async (scope) => {
    const { webhook_id: id, message_id, kind, body } = found(await findAttempt(scope, attemptId))
    return { id, message: { id: message_id, kind, body } }
  })
}

/** Keeps the attempt before it is made, so that a revocation waits for it. */
async function sendByHand(
  enter: EnterAsActor,
  sender: WebhookSender,
  find: (scope: ActorScope) => Promise<{ id: string; message: KindMessage }>,
): Promise<WebhookAttempt> {
  const until = endOfLease()
  const { prepared, attemptId } = await enter(async (scope) => {
    const { id, message } = await find(scope)
    await requireKept(scope, id)
    await recordDone(scope, 'webhook.sent', id)
    const current = await prepare(scope, sender, found(await findWebhook(scope, id)), message, true)
    const row = unanswered(current)
    await sending.insertAttempt(scope, row, after(scope, sending.leaseMs))
    return { prepared: current, attemptId: row.id }
  })
  const { row } = await tryOnce(sender, prepared, until)
  await enter((scope) => sending.settleAttempt(scope, attemptId, row))
  return shownAttempt({ ...row, id: attemptId })
}

/**
 * Webhooks that one process sends for at once, and those of one tenant among them, so that slow receivers of one tenant
 * hold up no other.
 */
const atOnce = 16
const atOnceOfTenant = 4

/** Milliseconds between two looks for webhooks that are due. */
const lookEveryMs = 1000

/**
 * Starts sending in this process; any number may. Returns a function that stops it and waits for what is under way.
 */
export function startSendingWebhooks(
  door: Door,
  sender: WebhookSender,
  onError: (error: Error) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const busy = new Map<string, Promise<void>>()
  const look = async () => {
    if (busy.size >= atOnce) return
    const { due, failed } = await findDue(door, door.dueWebhooks(atOnce), (scope) =>
      sending.listDue(scope, atOnceOfTenant),
    )
    if (failed !== undefined) onError(failed)
    for (const one of due) {
      const key = `${one.tenantId} ${one.id}`
      const ofTenant = [...busy.keys()].filter((other) => other.startsWith(one.tenantId)).length
      if (busy.has(key) || busy.size >= atOnce || ofTenant >= atOnceOfTenant || signal.aborted) continue
      const work = sendDueMessages(door, sender, one, signal)
        .catch(onError)
        .finally(() => busy.delete(key))
      busy.set(key, work)
    }
  }
  const running = (async () => {
    while (!signal.aborted) {
      await look().catch(onError)
      await pause(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
    await Promise.all(busy.values())
  }
}
