import { v7 as newId } from 'uuid'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { instantOf } from '../../contract/rules/dates.ts'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { claimRequest } from '../access/idempotency.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { getTestRecord } from './service.ts'
import { checkRecord, referencesOf, storeRecord } from './storing-service.ts'

/** What is found of a test before it is recorded. */
type LookedUp = Awaited<ReturnType<typeof lookUpTest>>

/**
 * Finds what a test that is to be recorded names, and claims its idempotency key: all that can be asked before it is known that
 * it may be stored. Throws the flag or permission that forbids it. What the key was claimed for is still on its way, behind what the
 * test names: `claimed` is undefined for the first with this key, and of a repeat the record's id.
 */
export async function lookUpTest(scope: ActorScope, sent: NewTestRecord, idempotencyKey: string | undefined) {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  const id = newId()
  const named = referencesOf(scope, sent)
  const claimed = claimRequest(scope, idempotencyKey, sent, id)
  // Whoever waits for it is told, if anybody does.
  claimed.catch(() => undefined)
  return { id, ...(await named), claimed, key: idempotencyKey }
}

/**
 * Records a test that was looked up. With an idempotency key a repeat answers the record stored first, `isRepeat` true. Throws
 * `validation` for what does not belong together, `timer-required`, and `idempotency-key-reused`.
 */
export async function recordTest(
  scope: ActorScope,
  { claimed, ...lookedUp }: LookedUp,
): Promise<{ record: TestRecord; isRepeat: boolean }> {
  // While the key is being claimed. A repeat is answered whatever a test must be by now.
  const checking = checkTest(scope, lookedUp)
  checking.catch(() => undefined)
  const earlier = await claimed
  if (earlier !== undefined) return { record: await getTestRecord(scope, earlier), isRepeat: true }
  return { record: await storeRecord(scope, await checking, { isLast: true }), isRepeat: false }
}

async function checkTest(scope: ActorScope, { id, input, references, key }: Omit<LookedUp, 'claimed'>) {
  if (references?.requires_timer === true) throw new Failure('timer-required')
  const performedAt = instantOf(input.performedDate, input.performedTime, input.performedZone, input.performedOffset)
  if (performedAt === undefined) throw invalid('performedTime', 'skippedHour')
  return checkRecord(scope, { id, input, references, performedAt, read: null, key })
}
