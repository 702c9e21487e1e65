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

/**
 * Records a test. With an idempotency key a repeat answers the record stored first, `isRepeat` true. Throws the flag
 * or permission that forbids it, `validation` for what does not belong together, `timer-required`, and `idempotency-key-reused`.
 */
export async function recordTest(
  scope: ActorScope,
  sent: NewTestRecord,
  idempotencyKey: string | undefined,
): Promise<{ record: TestRecord; isRepeat: boolean }> {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  const id = newId()
  const [{ input, references }, earlier] = await Promise.all([
    referencesOf(scope, sent),
    claimRequest(scope, idempotencyKey, sent, id),
  ])
  if (earlier !== undefined) return { record: await getTestRecord(scope, earlier), isRepeat: true }
  if (references?.requires_timer === true) throw new Failure('timer-required')
  const performedAt = instantOf(input.performedDate, input.performedTime, input.performedZone)
  if (performedAt === undefined) throw invalid('performedTime', 'skippedHour')
  const record = await storeRecord(scope, { id, input, references, performedAt, read: null, key: idempotencyKey })
  return { record, isRepeat: false }
}
