import { randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { whyCannotRecord } from '../../../contract/permissions/can.ts'
import { instantOf } from '../../../contract/rules/dates.ts'
import { overallResult } from '../../../contract/rules/results.ts'
import { makeTestId } from '../../../contract/rules/test-id.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { ActorScope } from '../../access/scope.ts'
import { Again } from '../../access/door/door.ts'
import { isTaken } from '../../platform/database.ts'
import { Failure, invalid } from '../../platform/failure.ts'
import { insertRecords, voidUnchanged, type BatchRecord } from './batch-repository.ts'
import { insertOrigin, type RecordOrigin } from './repository.ts'
import { checkRecord, referencesOf, storeRecord } from './storing-service.ts'

type Imported = Extract<RecordOrigin, { kind: 'import' }>

/** Stores the import by which tests will come in the actor's name: its id, and the name of its file, which is kept. */
export async function beginImport(scope: ActorScope, { id, name }: Pick<Imported, 'id' | 'name'>): Promise<void> {
  await insertOrigin(scope, { kind: 'import', id, name, recordedBy: scope.actor.id })
}

/**
 * Records a test from a file in the actor's name, by an import that they have begun. All rules of recording hold but
 * three, which ask for a test that is read here: a timer, a photo and a second reading. Nothing is sent to the person
 * who was tested. Throws the flag or permission that forbids recording, and `validation` for references that do not
 * belong together.
 */
export async function recordImported(scope: ActorScope, origin: Imported, sent: NewTestRecord): Promise<TestRecord> {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  const { input, references, formerId } = await referencesOf(scope, sent)
  const performedAt = instantOf(input.performedDate, input.performedTime, input.performedZone, input.performedOffset)
  if (performedAt === undefined) throw invalid('performedTime', 'skippedHour')
  const toStore = { input, references, formerId, performedAt, read: null, key: undefined, origin }
  return await storeRecord(scope, checkRecord(scope, toStore))
}

/** A checked test from a file, with the ids that it refers to. */
export type ImportedRecord = Omit<BatchRecord, 'id' | 'test_id' | 'result'>

/**
 * Records tests from a file in the actor's name, by an import that they have begun, and returns their ids in the same order.
 * The caller has checked what `recordImported` checks. Throws `Again` if a test ID was taken.
 */
export async function recordBatch(
  scope: ActorScope,
  originId: string,
  tests: readonly ImportedRecord[],
): Promise<string[]> {
  const records = tests.map((test) => ({
    ...test,
    id: newId(),
    test_id: makeTestId(scope.tenant.idPrefix, () => randomInt(32)),
    result: overallResult(test.analyte_results.map(({ result }) => result)),
  }))
  await insertRecords(scope, originId, records).catch((error: unknown) => {
    throw isTaken(error) ? new Again('A test ID was taken') : error
  })
  return records.map(({ id }) => id)
}

/** Voids those of these records that are as they were imported and were sent to nobody, and returns their ids. */
export async function voidImported(scope: ActorScope, recordIds: readonly string[]): Promise<string[]> {
  return voidUnchanged(scope, recordIds)
}
