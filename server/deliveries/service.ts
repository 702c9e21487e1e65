import { type DeliveriesOfRecord, type Delivery, type DeliveryChannel } from '../../contract/deliveries/endpoints.ts'
import { deliveryTries } from '../../contract/limits-and-times.ts'
import { localeFor } from '../../contract/locales.ts'
import { recordAudit } from '../access/audit/audit.ts'
import { claimRequest } from '../access/changing/idempotency.ts'
import type { Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { endDeliveryMessages, eraseDeliveryMessages, eraseMessagesTo, queueResultMessage } from '../messages/service.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { addressesInDetails, lockSubjectsOf } from '../subjects/service.ts'
import {
  endDeliveries,
  endDeliveriesTo,
  endMisdirected,
  findRecipient,
  findRecordToSend,
  insertDelivery,
  isRecordHeldBack,
  listDeliveryRows,
  type DeliveryRow,
  type Recipient,
} from './repository.ts'

export { holdRecipientOf, makeResultToken } from './repository.ts'

/** Lists the deliveries of a result. Throws `not-found`, also for a record outside the actor's scope. */
export async function listDeliveries(scope: ActorScope, recordId: string): Promise<DeliveriesOfRecord> {
  const { subject_id } = found(await findRecordToSend(scope, recordId))
  return await deliveriesOf(scope, recordId, await findRecipient(scope, subject_id, { hold: false }))
}

/**
 * Sends a result to the person tested, once per key. Throws `not-found`, `record-voided`, `result-held-back`, `validation` at
 * `channel`, `idempotency-key-reused` and `sending-limit`.
 */
export async function sendResult(
  scope: ActorScope,
  recordId: string,
  channel: DeliveryChannel,
  idempotencyKey: string | undefined,
): Promise<{ data: DeliveriesOfRecord; isRepeat: boolean }> {
  const { state, subject_id, is_held_back } = found(await findRecordToSend(scope, recordId))
  const earlier = await claimRequest(scope, idempotencyKey, [recordId, { channel }], recordId)
  if (earlier !== undefined) return { data: await listDeliveries(scope, recordId), isRepeat: true }
  if (state === 'voided') throw new Failure('record-voided')
  if (is_held_back) throw new Failure('result-held-back')
  const recipient = await findRecipient(scope, subject_id)
  const obstacle = obstacleTo(recipient, channel)
  if (obstacle !== null || recipient === undefined) throw invalid('channel', obstacle ?? 'subjectWithoutEmail')
  await deliver(scope, recipient, { recordId, channel, reason: 'asked' })
  return { data: await deliveriesOf(scope, recordId, recipient), isRepeat: false }
}

/** Sends a new result by email, or else by text; without either, nothing is sent. */
export async function sendSaved(scope: ActorScope, recordId: string, subjectId: string): Promise<void> {
  const recipient = await findRecipient(scope, subjectId)
  const channel = (['email', 'text'] as const).find((one) => obstacleTo(recipient, one) === null)
  if (recipient === undefined || channel === undefined) return
  await deliver(scope, recipient, { recordId, channel, reason: 'saved' })
}

/**
 * Tells the recipients of a result that it has changed, by a new link through each channel that was used, even if the
 * last link had expired or was locked. The earlier links end.
 */
export async function sendChanged(
  scope: ActorScope,
  record: { recordId: string; subjectId: string; reason: 'corrected' | 'voided' },
): Promise<void> {
  const { recordId, subjectId, reason } = record
  const told = await channelsTold(scope, recordId)
  if (told.size === 0) return
  // While its set of tests has no outcome, no link opens it. It may have been corrected since one did, so a void is told without
  // one, and a correction once there is an outcome again.
  if (await isRecordHeldBack(scope, recordId)) {
    if (reason === 'voided') await withdrawResult(scope, record, null)
    return
  }
  const recipient = await findRecipient(scope, subjectId)
  if (recipient === undefined) return
  for (const channel of told) {
    // The earlier link still shows the current state of the record.
    if (obstacleTo(recipient, channel) !== null) continue
    await deliver(scope, recipient, { recordId, channel, reason })
  }
}

/** Ends the links of a record that were sent to this subject, and tells their recipients that the result does not count. */
export async function withdrawResult(
  scope: ActorScope,
  { recordId, subjectId }: { recordId: string; subjectId: string },
  because: Delivery['endedBecause'],
): Promise<void> {
  const ended = await endDeliveries(scope, recordId, because)
  if (ended.length === 0) return
  await endMessages(scope, ended)
  // Recipients whose message was never sent need no withdrawal.
  const told = ended.filter(({ wasMade }) => wasMade)
  await tellWithdrawn(scope, recordId, subjectId, new Set(told.map(({ channel }) => channel)))
}

/**
 * Ends the links by which a subject was sent tests since it was merged with their own subject, which has them back.
 * Tells its person that these results do not count, and sends them to the one they belong to wherever such a link
 * replaced theirs.
 */
export async function redirectResults(
  scope: ActorScope,
  recordIds: readonly string[],
  { from, to, since }: { from: string; to: string; since: Date },
): Promise<void> {
  const ended = await endMisdirected(scope, recordIds, since)
  await endMessages(scope, ended)
  for (const { recordId, channel, reason, wasMade, replaced } of ended) {
    if (wasMade) await tellWithdrawn(scope, recordId, from, new Set([channel]))
    const isDue = replaced && !(await isRecordHeldBack(scope, recordId))
    const recipient = isDue ? await findRecipient(scope, to) : undefined
    if (recipient !== undefined && obstacleTo(recipient, channel) === null)
      await deliver(scope, recipient, { recordId, channel, reason })
  }
}

/** Tells whether a result was sent and its link has not ended. */
export async function wasSent(scope: ActorScope, recordId: string): Promise<boolean> {
  return (await channelsTold(scope, recordId)).size > 0
}

async function tellWithdrawn(
  scope: ActorScope,
  recordId: string,
  subjectId: string,
  channels: ReadonlySet<DeliveryChannel>,
): Promise<void> {
  const recipient = await findRecipient(scope, subjectId)
  if (recipient === undefined) return
  for (const channel of channels) {
    const address = addressOf(recipient, channel)
    if (address === null) continue
    await queueResultMessage(scope, {
      template: 'result-withdrawn',
      recordId,
      channel,
      address,
      locale: localeOf(scope, recipient),
    })
  }
}

/**
 * Ends every link to a person's results and deletes the messages with them, also those to a former email, and those
 * that told a guardian, or the person on a telephone of theirs, that a result does not count.
 */
export async function erasePerson(scope: Scope, person: Person): Promise<void> {
  const subjectIds = await lockSubjectsOf(scope, person)
  await eraseDeliveryMessages(scope, await endDeliveriesTo(scope, subjectIds))
  await eraseMessagesTo(scope, await addressesInDetails(scope, subjectIds))
}

/**
 * Makes a delivery with its message and audit event, in place of earlier ones on its channel. A record is stored
 * whether or not its result can be sent: staff see that it was not, and can send it later.
 */
async function deliver(
  scope: ActorScope,
  recipient: Recipient,
  delivery: { recordId: string; channel: DeliveryChannel; reason: Delivery['reason'] },
): Promise<void> {
  const { recordId, channel, reason } = delivery
  const address = addressOf(recipient, channel)
  if (address === null) return
  const isSent = await queueResultMessage(scope, {
    template: reason === 'corrected' || reason === 'voided' ? 'result-changed' : 'result-ready',
    channel,
    address,
    recordId,
    makeDelivery: async () => {
      await endMessages(scope, await endDeliveries(scope, recordId, 'replaced', channel))
      return await insertDelivery(scope, { ...delivery, isToGuardian: recipient.guardian !== null })
    },
    locale: localeOf(scope, recipient),
    beyond: reason === 'saved' ? 'answer' : 'refuse',
  })
  await recordAudit(scope, {
    action: 'test-record.sent',
    outcome: isSent ? 'done' : 'refused',
    resourceType: 'test-record',
    resourceId: recordId,
    details: { channel, state: reason, ...(!isSent && { code: 'sending-limit' }) },
  })
}

async function endMessages(scope: Scope, deliveries: readonly { id: string }[]): Promise<void> {
  if (deliveries.length === 0) return
  const ids = deliveries.map(({ id }) => id)
  await endDeliveryMessages(scope, ids)
}

async function channelsTold(scope: ActorScope, recordId: string): Promise<Set<DeliveryChannel>> {
  const rows = await listDeliveryRows(scope, recordId)
  return new Set(rows.filter(({ ended_at }) => ended_at === null).map(({ channel }) => channel))
}

async function deliveriesOf(
  scope: ActorScope,
  recordId: string,
  recipient: Recipient | undefined,
): Promise<DeliveriesOfRecord> {
  const rows = await listDeliveryRows(scope, recordId)
  return {
    deliveries: rows.map((row) => toDelivery(row, scope.now)),
    guardian: recipient?.guardian ?? null,
    obstacles: { email: obstacleTo(recipient, 'email'), text: obstacleTo(recipient, 'text') },
  }
}

function addressOf({ email, mobile }: Recipient, channel: DeliveryChannel): string | null {
  return channel === 'email' ? email : mobile
}

function obstacleTo(
  recipient: Recipient | undefined,
  channel: DeliveryChannel,
): DeliveriesOfRecord['obstacles']['email'] {
  if (recipient === undefined || recipient.dateOfBirth === null) return 'subjectWithoutBirthDate'
  if (addressOf(recipient, channel) !== null) return null
  if (recipient.guardian !== null) return channel === 'email' ? 'guardianWithoutEmail' : 'guardianWithoutMobile'
  return channel === 'email' ? 'subjectWithoutEmail' : 'subjectWithoutMobile'
}

/** Returns the locale of the recipient's language, or the tenant's default. */
function localeOf({ tenant }: Scope, { lang }: Recipient) {
  const { availableLanguages, defaultLanguage } = tenant
  return lang === null ? defaultLanguage : localeFor(lang, availableLanguages, defaultLanguage)
}

function toDelivery(row: DeliveryRow, now: Date): Delivery {
  return {
    id: row.id,
    channel: row.channel,
    reason: row.reason,
    ...standingOf(row, now),
    sentBy: row.full_name,
    sentAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
    isToGuardian: row.to_guardian,
  }
}

function standingOf(row: DeliveryRow, now: Date): Pick<Delivery, 'state' | 'endedBecause'> {
  if (row.ended_at !== null) return { state: 'ended', endedBecause: row.ended_because }
  if (row.is_outdated) return { state: 'ended', endedBecause: 'address-changed' }
  return { state: openStateOf(row, now), endedBecause: null }
}

function openStateOf({ message_state, expires_at, wrong_tries, opened_at }: DeliveryRow, now: Date) {
  if (message_state === 'failed') return 'failed'
  if (wrong_tries >= deliveryTries) return 'locked'
  if (expires_at <= now) return 'expired'
  if (opened_at !== null) return 'opened'
  return message_state === 'waiting' ? 'waiting' : 'sent'
}
