import type { PhraseKey } from '../../contract/phrases/translate.ts'
import { recordAudit } from '../access/audit.ts'
import type { Scope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'
import { findWaits, insertCount, type Waits } from './limits-repository.ts'
import { insertMessage, type NewMessage } from './repository.ts'
import type { Template } from './templates.ts'

/**
 * What becomes of a message beyond a ceiling. `refuse`: whoever caused it is told, and nothing is done. `leave-out`: what it
 * tells of is done all the same, because that must not depend on a mail, or because the reply must not tell what was sent;
 * the audit trail says that it was left out. `answer`: the same, and whoever queues the message says so in the trail.
 */
export type Beyond = 'refuse' | 'leave-out' | 'answer'

/** What people must learn even on a day of many messages: twice as many of these may be sent. */
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

/** What anybody may ask for who knows an email, logged in or not: of use to somebody who has an account, and caused by registering. */
const askedByHolders: ReadonlySet<Template> = new Set(['password-reset', 'verify-email'])
const causedByStrangers: ReadonlySet<Template> = new Set(['verify-registration', 'already-registered'])

/** What somebody sends again by pressing a button again: one address gets the same only so often. */
const sentAgain: ReadonlySet<Template> = new Set(['patient-invitation', 'staff-invitation', 'administrator-reset'])

/**
 * Writes a message into the outbox, the one way there, unless a ceiling of the day is reached: the recipient's, the sender's or
 * the tenant's, or that of what it is about. Answers whether it is sent. What `prepare` does, and adds to the message, is done only
 * then. Throws `sending-limit` where it is to be refused.
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
  await scope.addJob(message.channel === 'email' ? 'send-message' : 'send-text', id)
  return true
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

/** The ceiling that has to be waited for longest. */
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
