import type { PhraseKey } from '../../contract/phrases/translate.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { Scope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'
import type { QueueName } from '../platform/jobs.ts'
import { findWaits, insertCount, type Waits } from './limits-repository.ts'
import { insertMessage, type NewMessage } from './repository.ts'
import type { Template } from './templates.ts'

/**
 * The handling of a message over a ceiling. `refuse`: the call fails and nothing is done. `leave-out`: only the message
 * is left out and that is audited, because the change must not depend on a mail or the reply must not reveal what was
 * sent. `answer`: the message is left out and the caller audits that.
 */
export type Beyond = 'refuse' | 'leave-out' | 'answer'

/** Messages that people must get even on a day of many messages; twice as many of these may be sent. */
const urgent: ReadonlySet<Template> = new Set([
  'result-changed',
  'result-withdrawn',
  'password-changed',
  'email-changed',
  'account-suspended',
  'account-deleted',
  'operator-entered',
  'address-changed',
])

/**
 * Messages that anybody who knows an email may cause: those of use to account holders, and those caused by registering.
 */
const askedByHolders: ReadonlySet<Template> = new Set(['password-reset', 'verify-email'])
const causedByStrangers: ReadonlySet<Template> = new Set(['verify-registration', 'already-registered'])

/** Messages that are sent again at the press of a button; one address gets each only a few times. */
const sentAgain: ReadonlySet<Template> = new Set([
  'patient-invitation',
  'staff-invitation',
  'administrator-reset',
  'mailbox-code',
])

/**
 * Queues a message, which is the only way into the outbox, unless a daily ceiling is reached: the recipient's, the
 * sender's, the tenant's, or that of its matter. Returns whether it was queued. `prepare` is called only then and adds
 * to the message. Throws `sending-limit` for `refuse`.
 */
export async function enqueue(
  scope: Scope,
  message: NewMessage,
  beyond: Beyond,
  prepare?: () => Promise<Pick<NewMessage, 'deliveryId'>>,
): Promise<boolean> {
  const { channel, recipient, template } = message
  const isToHolder = askedByHolders.has(template)
  const isOfAnybody = isToHolder || causedByStrangers.has(template)
  const senderId = isOfAnybody ? null : (scope.actor?.id ?? null)
  const matter = message.recordId ?? (sentAgain.has(template) ? template : null)
  const counted = { channel, recipient, senderId, isToHolder, matter }
  const full = fullOf(await findWaits(scope, counted, urgent.has(template) ? 2 : 1))
  if (full !== undefined && beyond === 'refuse') throw refusalOf(full)
  if (full !== undefined) {
    if (beyond === 'leave-out') await leaveOut(scope, message)
    return false
  }
  const id = await insertMessage(scope, { ...message, ...(await prepare?.()) })
  await insertCount(scope, id, counted)
  await scope.addJob(queueOf(message.channel), id)
  return true
}

/** Returns the queue that sends the messages of a channel. */
export function queueOf(channel: 'email' | 'text'): QueueName {
  return channel === 'email' ? 'send-message' : 'send-text'
}

async function leaveOut(scope: Scope, { channel, userId }: NewMessage): Promise<void> {
  await recordAudit(scope, {
    action: 'message.left-out',
    outcome: 'refused',
    ...(userId !== undefined && { resourceType: 'user', resourceId: userId }),
    details: { channel },
  })
}

interface Full {
  whose: keyof Waits
  seconds: number
}

/** Returns the ceiling with the longest wait. */
function fullOf(waits: Waits): Full | undefined {
  const full = (['matter', 'recipient', 'sender', 'tenant'] as const).flatMap((whose) =>
    waits[whose] === null ? [] : [{ whose, seconds: Math.max(1, waits[whose]) }],
  )
  return full.toSorted((a, b) => b.seconds - a.seconds)[0]
}

function refusalOf({ whose, seconds }: Full): Failure {
  const phrase: PhraseKey = `mail:limit.${whose}`
  return new Failure('sending-limit', {
    retryAfterSeconds: seconds,
    says: { phrase, values: { count: Math.ceil(seconds / 3600) } },
  })
}
