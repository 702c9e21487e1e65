import { createHash, randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { instantOf } from '../../contract/rules/dates.ts'
import { overallResult } from '../../contract/rules/results.ts'
import { makeTestId } from '../../contract/rules/test-id.ts'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { findKeptSubject } from '../subjects/service.ts'
import { checkReferences } from './record-rules.ts'
import {
  claimKey,
  findIdempotencyKey,
  findReferences,
  holdSubject,
  insertRecord,
  type Idempotency,
} from './recording-repository.ts'
import { getTestRecord } from './service.ts'

/** Test IDs to choose from for one record; see `insertRecord`. */
const testIdCandidates = 3

/**
 * Records a test. With an idempotency key a repeat answers the record stored first, `isRepeat` true. Throws the flag
 * or permission that forbids it, `validation` for what does not belong together, and `idempotency-key-reused`.
 */
export async function recordTest(
  scope: ActorScope,
  sent: NewTestRecord,
  idempotencyKey: string | undefined,
): Promise<{ record: TestRecord; isRepeat: boolean }> {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  const idempotency = idempotencyKey === undefined ? undefined : { key: idempotencyKey, requestHash: hashOf(sent) }
  const id = newId()
  const [, found, isFirst] = await Promise.all([
    // First, so that what it is after a merge that is under way is seen.
    holdSubject(scope, sent.subjectId),
    findReferences(scope, sent),
    idempotency === undefined || claimKey(scope, idempotency, id),
  ])
  if (idempotency !== undefined && !isFirst) return repeat(scope, idempotency)

  const input = found?.subject_id === null ? await withKeptSubject(scope, sent) : sent
  const references = input === sent ? found : await findReferences(scope, input)
  const checked = checkReferences(input, references)
  const performedAt = instantOf(input.performedDate, input.performedTime, input.performedZone)
  if (performedAt === undefined) throw invalid('performedTime', 'skippedHour')
  const result = overallResult(checked.analyteResults.map((analyte) => analyte.result))
  const testIds = Array.from({ length: testIdCandidates }, () => makeTestId(scope.tenant.idPrefix, () => randomInt(32)))
  const stored = await insertRecord(
    scope,
    { id, testIds, result, analyteResults: JSON.stringify(checked.analyteResults), performedAt, input },
    idempotencyKey,
  )
  const record: TestRecord = {
    id,
    testId: stored.test_id,
    performedAt: performedAt.toISOString(),
    performedZone: input.performedZone,
    recordedAt: stored.recorded_at.toISOString(),
    result,
    state: 'recorded',
    ...checked,
    specimen: input.specimen,
    location: input.location,
    coordinates: input.coordinates,
    deviceImageId: input.deviceImageId,
    lot: input.lot,
    lotExpiry: input.lotExpiry,
    note: input.note,
    version: 1,
  }
  return { record, isRepeat: false }
}

/** The same, of the subject into which the one that was named was merged, if it was. */
async function withKeptSubject(scope: ActorScope, sent: NewTestRecord): Promise<NewTestRecord> {
  const subjectId = await findKeptSubject(scope, sent.subjectId)
  // Whoever undoes the merge meanwhile waits for this; were they waited for, too, neither would ever end.
  const isHeld = subjectId !== undefined && (await holdSubject(scope, subjectId, { wait: false }))
  return isHeld ? { ...sent, subjectId } : sent
}

async function repeat(scope: ActorScope, { key, requestHash }: Idempotency) {
  const earlier = await findIdempotencyKey(scope, key)
  if (earlier === undefined || !requestHash.equals(earlier.request_hash)) throw new Failure('idempotency-key-reused')
  return { record: await getTestRecord(scope, earlier.resource_id), isRepeat: true }
}

function hashOf(input: NewTestRecord): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}
