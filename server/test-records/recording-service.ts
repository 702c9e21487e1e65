import { v7 as newId } from 'uuid'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { instantOf } from '../../contract/rules/dates.ts'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { claimRequest } from '../access/idempotency.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { getTestRecord } from './service.ts'
import { referencesOf, storeRecord } from './storing-service.ts'

/** What is found of a test before it is recorded. */
type LookedUp = Awaited<ReturnType<typeof lookUpTest>>

/**
 * Finds what a test that is to be recorded names, and claims its idempotency key: all that can be asked before it is known that
 * it may be stored. Throws the flag or permission that forbids it, and `idempotency-key-reused`.
 */
export async function lookUpTest(scope: ActorScope, sent: NewTestRecord, idempotencyKey: string | undefined) {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  const id = newId()
  const [named, earlier] = await Promise.all([referencesOf(scope, sent), claimRequest(scope, idempotencyKey, sent, id)])
  return { id, ...named, earlier, key: idempotencyKey }
}

/**
 * Records a test that was looked up. With an idempotency key a repeat answers the record stored first, `isRepeat` true. Throws
 * `validation` for what does not belong together, and `timer-required`.
 */
export async function recordTest(
  scope: ActorScope,
  { id, input, references, earlier, key }: LookedUp,
): Promise<{ record: TestRecord; isRepeat: boolean }> {
  if (earlier !== undefined) return { record: await getTestRecord(scope, earlier), isRepeat: true }
  if (references?.requires_timer === true) throw new Failure('timer-required')
  const performedAt = instantOf(input.performedDate, input.performedTime, input.performedZone)
  if (performedAt === undefined) throw invalid('performedTime', 'skippedHour')
  const record = await storeRecord(scope, { id, input, references, performedAt, read: null, key, isLast: true })
  return { record, isRepeat: false }
}
