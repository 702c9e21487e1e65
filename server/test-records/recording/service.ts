import { v7 as newId } from 'uuid'
import { whyCannotRecord } from '../../../contract/permissions/can.ts'
import { instantOf } from '../../../contract/rules/dates.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { claimRequest } from '../../access/changing/idempotency.ts'
import type { ActorScope } from '../../access/scope.ts'
import { Failure, invalid } from '../../platform/failure.ts'
import { getTestRecord } from '../service.ts'
import { checkRecord, referencesOf, storeRecord } from './storing-service.ts'

/** The data that is looked up before a test is recorded. */
type LookedUp = Awaited<ReturnType<typeof lookUpTest>>

/**
 * Finds what a test refers to and claims its idempotency key: everything that can be queried before the test is known
 * to be storable. Throws the flag or permission that forbids it. `claimed` is still pending; it resolves to undefined
 * for the first request with this key, and to the record's id for a repeat.
 */
export async function lookUpTest(scope: ActorScope, sent: NewTestRecord, idempotencyKey: string | undefined) {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  const id = newId()
  const named = referencesOf(scope, sent)
  const claimed = claimRequest(scope, idempotencyKey, sent, id)
  // The caller handles the error if it awaits this; otherwise it must not end the process.
  claimed.catch(() => undefined)
  return { id, ...(await named), claimed, key: idempotencyKey }
}

/**
 * Records a test that was looked up. A repeat with an idempotency key returns the record stored first, with `isRepeat`
 * true. Throws `validation` for references that do not belong together, `timer-required`, and `idempotency-key-reused`.
 */
export async function recordTest(
  scope: ActorScope,
  { claimed, ...lookedUp }: LookedUp,
): Promise<{ record: TestRecord; isRepeat: boolean }> {
  // Runs while the key is being claimed. Its errors do not matter for a repeat, which gets its record in any case.
  const checking = checkTest(scope, lookedUp)
  checking.catch(() => undefined)
  const earlier = await claimed
  if (earlier !== undefined) return { record: await getTestRecord(scope, earlier), isRepeat: true }
  return { record: await storeRecord(scope, await checking, { isLast: true }), isRepeat: false }
}

async function checkTest(scope: ActorScope, { id, input, references, formerId, key }: Omit<LookedUp, 'claimed'>) {
  if (references?.requires_timer === true) throw new Failure('timer-required')
  const performedAt = instantOf(input.performedDate, input.performedTime, input.performedZone, input.performedOffset)
  if (performedAt === undefined) throw invalid('performedTime', 'skippedHour')
  return checkRecord(scope, { id, input, references, formerId, performedAt, read: null, key })
}
