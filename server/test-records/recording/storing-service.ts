import { randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { overallResult } from '../../../contract/rules/results.ts'
import { makeTestId } from '../../../contract/rules/test-id.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { ActorScope } from '../../access/scope.ts'
import { sendSaved } from '../../deliveries/service.ts'
import { addTest, holdStep } from '../../test-sets/service.ts'
import { findKeptSubject, keepTestsOfMerged } from '../../subjects/service.ts'
import { contentColumns } from '../columns.ts'
import { checkReferences } from './record-rules.ts'
import {
  findReferences,
  holdReferences,
  holdSubject,
  insertRecord,
  type RecordOrigin,
  type Named,
  type Read,
  type RecordToInsert,
  type References,
} from './repository.ts'

/**
 * Finds everything that a test refers to, and locks its subject until the transaction ends; for a merged subject, the
 * one that was kept, with the id of the merged one. For a test that was started before, the place need no longer be one of the assay's.
 */
export async function referencesOf<N extends Named>(
  scope: ActorScope,
  sent: N,
  options: { isBegun: boolean; isPhotoKept?: boolean } = { isBegun: false },
): Promise<{ input: N; references: References | undefined; formerId?: string }> {
  const found = await holdReferences(scope, sent, options)
  if (found?.subject_id !== null) return { input: sent, references: found }
  const subjectId = await findKeptSubject(scope, sent.subjectId)
  // Undoing the merge waits for this transaction, so waiting for it here would be a deadlock.
  const isHeld = subjectId !== undefined && (await holdSubject(scope, subjectId, { wait: false }))
  if (!isHeld) return { input: sent, references: found }
  const input = { ...sent, subjectId }
  return { input, references: await findReferences(scope, input, options), formerId: sent.subjectId }
}

/** A record that is ready to be checked. */
interface ToStore {
  id?: string
  input: NewTestRecord
  references: References | undefined
  /** Whoever was merged into the subject, if the test was of them. */
  formerId?: string | undefined
  performedAt: Date
  read: Read | null
  /** Who read the result, if that is not the actor. */
  readBy?: string | null
  /** The key of the draft that becomes this record. */
  key: string | undefined
  /** By default, the record is made here. */
  origin?: RecordOrigin
}

/** A checked record, and the reply once it is stored. */
interface CheckedRecord {
  row: RecordToInsert
  formerId: string | undefined
  shown: Omit<TestRecord, 'recordedAt'>
}

/** Checks a record before it is stored. Throws `validation` for references that do not belong together. */
export function checkRecord(scope: ActorScope, toStore: ToStore): CheckedRecord {
  const { id = newId(), input, references, formerId, performedAt, read, readBy = null, key } = toStore
  const { origin = originOf(scope) } = toStore
  const { assayVersion, ...checked } = checkReferences(input, references, origin.kind)
  const result = overallResult(checked.analyteResults.map((analyte) => analyte.result))
  const testId = makeTestId(scope.tenant.idPrefix, () => randomInt(32))
  const analyteResults = JSON.stringify(checked.analyteResults)
  // Nobody can look again at the device of a result that comes from a file.
  const secondReading = references?.two_readers === true && origin.kind !== 'import' ? 'awaiting' : null
  const row = {
    id,
    testId,
    assayVersion,
    result,
    analyteResults,
    performedAt,
    secondReading,
    read,
    readBy,
    input,
    key,
    origin,
  } as const
  const shown = {
    id,
    testId,
    performedAt: performedAt.toISOString(),
    performedZone: input.performedZone,
    result,
    state: 'recorded',
    recordedBy: { id: scope.actor.id, name: scope.actor.fullName },
    ...checked,
    secondReading,
    ...contentColumns.only(input),
    readAt: read?.at.toISOString() ?? null,
    reading: read?.reading ?? null,
    readingReason: read?.reason ?? null,
    origin: origin.kind,
    source: sourceOf(origin),
    version: 1,
  } as const
  return { row, formerId, shown }
}

/** Tells where a test comes from that the actor records. A token is known by the id of its account. */
function originOf({ actor }: ActorScope): RecordOrigin {
  return actor.isMachine ? { kind: 'token', id: actor.id, name: actor.fullName } : { kind: 'here' }
}

function sourceOf(origin: RecordOrigin): TestRecord['source'] {
  if (origin.kind === 'here') return null
  return { id: origin.id, name: origin.name, recordedBy: origin.kind === 'import' ? origin.recordedBy : null }
}

/**
 * Stores a checked record with its event and deletes its draft. With `isLast`, the commit travels with this statement.
 * The result is sent at once if the tenant wants that, unless it comes from a file and may be years old. Throws `Again` as
 * `insertRecord` does, and `test-set-moved` for a test that is not the next one of its set.
 */
export async function storeRecord(
  scope: ActorScope,
  { row, formerId, shown }: CheckedRecord,
  { isLast } = { isLast: false },
): Promise<TestRecord> {
  if (formerId !== undefined) await keepTestsOfMerged(scope, [{ formerId, recordId: row.id }])
  const { testSetId } = row.input
  if (testSetId !== undefined) return await storeStep(scope, { row, shown }, testSetId)
  const isSent = scope.tenant.sendsResultsAtOnce && row.origin.kind !== 'import'
  const recordedAt = await insertRecord(isLast && !isSent ? scope.last() : scope.db, scope, row)
  if (isSent) await sendSaved(scope, row.id, row.input.subjectId)
  return { ...shown, recordedAt: recordedAt.toISOString() }
}

/** Stores a checked record as the next step of a set. Its result is sent only if the set has an outcome by it. */
async function storeStep(
  scope: ActorScope,
  { row, shown }: Pick<CheckedRecord, 'row' | 'shown'>,
  testSetId: string,
): Promise<TestRecord> {
  const held = await holdStep(scope, { ...row.input, testSetId })
  const recordedAt = await insertRecord(scope.db, scope, row)
  const testSet = await addTest(scope, held, row.id)
  return { ...shown, recordedAt: recordedAt.toISOString(), ...(testSet && { testSet }) }
}
