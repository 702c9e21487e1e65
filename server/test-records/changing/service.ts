import { isDeepStrictEqual } from 'node:util'
import type { Query, Reply } from '../../../contract/endpoint.ts'
import { instantOf, localParts, offsetMinutes } from '../../../contract/rules/dates.ts'
import { overallResult } from '../../../contract/rules/results.ts'
import type {
  listTestRecordHistory as historyEndpoint,
  RecordContent,
  RecordCorrection,
  RecordVoiding,
} from '../../../contract/test-records/changing.ts'
import { contentTexts, keyed } from '../../../contract/test-records/content-parts.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { recordDone } from '../../access/audit/audit.ts'
import { claimRequest } from '../../access/changing/idempotency.ts'
import type { ActorScope } from '../../access/scope.ts'
import { asSeen } from '../../access/changing/touched.ts'
import { Failure, found, invalid } from '../../platform/failure.ts'
import { holdRecipientOf, sendChanged, withdrawResult } from '../../deliveries/service.ts'
import { findKeptSubject, toSubject } from '../../subjects/service.ts'
import { findSetOfRecord, settleSetOf } from '../../test-sets/service.ts'
import {
  findRecordToChange,
  findSubjectsNow,
  insertVersion,
  isFormerPhoto,
  listVersionRows,
  markVoided,
  snapshotOf,
  updateRecord,
  type RecordToChange,
  type Snapshot,
} from './repository.ts'
import { checkCorrection } from '../recording/record-rules.ts'
import { findReferences, holdSubject } from '../recording/repository.ts'
import { contentColumns } from '../columns.ts'
import { getTestRecord } from '../service.ts'

/** The record that is to be changed, in the version that the user saw. */
interface Asked {
  recordId: string
  version: number
  idempotencyKey: string | undefined
}

/**
 * Corrects a record and stores its former content. Equal content leaves no trace. Throws `not-found`, `stale-version`,
 * `record-voided`, `idempotency-key-reused`, and `validation` for content that does not fit together.
 */
export async function correctTest(scope: ActorScope, asked: Asked, sent: RecordCorrection): Promise<TestRecord> {
  const { recordId } = asked
  if (await isRepeat(scope, asked, { correction: sent })) return await getTestRecord(scope, recordId)
  // Subjects are locked before the record, because merging also locks them first.
  await holdRecipientOf(scope, recordId)
  if (sent.subjectId !== null) await holdSubject(scope, sent.subjectId)
  const row = await recordToChange(scope, asked)
  const before = snapshotOf(row)
  const after = await correctedContent(scope, row, before, sent)
  const changed = keysThatDiffer(before, after)
  if (changed.length > 0) {
    await insertVersion(scope, {
      id: recordId,
      version: row.version,
      snapshot: before,
      movesSubject: changed.includes('subjectId'),
      why: sent,
    })
    await updateRecord(scope, recordId, after, { hasOtherResults: changed.includes('analyteResults') })
    await recordCorrected(scope, recordId, { before, after, changed, reason: sent.reason })
    await settleSetOf(scope, recordId)
    await tellOfCorrection(scope, recordId, { before, after, changed })
  }
  return await getTestRecord(scope, recordId)
}

/**
 * Changes only the results of a record, for a reason in the user's own words. Its subject must be locked as in
 * `correctTest`. Throws the errors of `correctTest`.
 */
export async function correctResults(
  scope: ActorScope,
  recordId: string,
  { analyteResults, reasonText }: { analyteResults: RecordContent['analyteResults']; reasonText: string },
): Promise<void> {
  const row = found(await findRecordToChange(scope, recordId, { lock: true }))
  const { subjectId: _, assayId: _assay, state: _state, result: _result, performedAt: at, ...content } = snapshotOf(row)
  const { day, time } = localParts(new Date(at), content.performedZone)
  const asked = { recordId, version: row.version, idempotencyKey: undefined }
  await correctTest(scope, asked, {
    ...content,
    subjectId: null,
    performedDate: day,
    performedTime: time.slice(0, 5),
    performedOffset: null,
    analyteResults: analyteResults.map(({ analyteId, result }) => ({ analyteId, result })),
    reason: 'other',
    reasonText,
    changeNote: null,
  })
}

/** Voids a record. Throws `not-found`, `stale-version`, `record-voided` and `idempotency-key-reused`. */
export async function voidTest(scope: ActorScope, asked: Asked, sent: RecordVoiding): Promise<TestRecord> {
  const { recordId } = asked
  if (await isRepeat(scope, asked, { voiding: sent })) return await getTestRecord(scope, recordId)
  await holdRecipientOf(scope, recordId)
  const row = await recordToChange(scope, asked)
  const snapshot = snapshotOf(row)
  await insertVersion(scope, { id: recordId, version: row.version, snapshot, movesSubject: false, why: sent })
  await markVoided(scope, recordId)
  await recordDone(scope, 'test-record.voided', recordId, { reason: sent.reason })
  await settleSetOf(scope, recordId)
  await sendChanged(scope, { recordId, subjectId: row.subject_id, reason: 'voided' })
  return await getTestRecord(scope, recordId)
}

/** Lists the changes of a record, the latest first. Throws `not-found`. */
export async function listTestRecordHistory(
  scope: ActorScope,
  recordId: string,
  query: Query<typeof historyEndpoint>,
): Promise<Reply<typeof historyEndpoint>> {
  const today = snapshotOf(found(await findRecordToChange(scope, recordId)))
  const { items, page } = await listVersionRows(scope, recordId, query)
  const changes = items.map(({ before, after, subject_before, subject_after, ...row }) => ({
    ...row,
    before: { ...(before as Snapshot), subjectId: subject_before ?? today.subjectId },
    after: { ...((after ?? today) as Snapshot), subjectId: subject_after ?? today.subjectId },
  }))
  const ids = new Set(changes.flatMap(({ before, after }) => [before.subjectId, after.subjectId]))
  const rows = ids.size === 0 ? [] : await findSubjectsNow(scope, [...ids])
  const subjects = new Map(rows.map(({ known_as, ...row }) => [known_as, toSubject(row)]))
  const contentOf = ({ subjectId, assayId: _, ...content }: Snapshot): RecordContent => ({
    // A version from before a text was asked for does not have it.
    ...keyed(contentTexts, () => null),
    ...content,
    subject: subjects.get(subjectId) ?? null,
  })
  return {
    data: changes.map(({ version, changed_at, full_name, reason, reason_text, note, before, after }) => ({
      id: String(version),
      at: changed_at.toISOString(),
      by: full_name,
      reason,
      reasonText: reason_text,
      changeNote: note,
      before: contentOf(before),
      after: contentOf(after),
    })),
    page,
  }
}

/** Tells whether the actor already sent this change under this key. */
async function isRepeat(
  scope: ActorScope,
  { recordId, idempotencyKey: key }: Asked,
  sent: { correction: RecordCorrection } | { voiding: RecordVoiding },
): Promise<boolean> {
  return (await claimRequest(scope, key, [recordId, sent], recordId)) !== undefined
}

/** Finds and locks the record. Throws `not-found`, `record-voided` and `stale-version`. */
async function recordToChange(scope: ActorScope, { recordId, version }: Asked): Promise<RecordToChange> {
  const row = found(await findRecordToChange(scope, recordId, { lock: true }))
  if (row.state === 'voided') throw new Failure('record-voided')
  return asSeen(row, version)
}

/** Builds the new content of the record and checks that it fits together. */
async function correctedContent(
  scope: ActorScope,
  row: RecordToChange,
  before: Snapshot,
  sent: RecordCorrection,
): Promise<Snapshot> {
  // The subject may have been merged since the form was loaded; it is then still the same person.
  const isOfSame =
    sent.subjectId === null ||
    sent.subjectId === row.subject_id ||
    (await findKeptSubject(scope, sent.subjectId)) === row.subject_id
  const { deviceImageId } = sent
  const kept = {
    subject: isOfSame,
    origin: row.origin,
    photo:
      deviceImageId !== null &&
      (deviceImageId === row.device_image_id || (await isFormerPhoto(scope, row.id, deviceImageId))),
  }
  const input: NewTestRecord = {
    ...sent,
    subjectId: isOfSame ? row.subject_id : (sent.subjectId ?? row.subject_id),
    organisationId: row.organisation_id,
    groupId: row.group_id,
    assayId: row.assay_id,
    assayVersion: row.assay_version,
  }
  const references = await findReferences(scope, input, { isBegun: true })
  const analyteResults = checkCorrection(input, references, kept)
  const performed = performedAt(input, before)
  if (row.read_at !== null && performed > row.read_at.toISOString()) throw invalid('performedTime', 'afterReading')
  return {
    performedAt: performed,
    performedZone: sent.performedZone,
    subjectId: input.subjectId,
    assayId: row.assay_id,
    result: overallResult(analyteResults.map(({ result }) => result)),
    analyteResults,
    ...contentColumns.only(sent),
    state: 'corrected',
  }
}

/**
 * Forms show minutes, so an unchanged time keeps its seconds, and the hour that occurs twice when clocks go back keeps
 * its offset.
 */
function performedAt(
  { performedDate, performedTime, performedZone, performedOffset }: NewTestRecord,
  before: Snapshot,
): Snapshot['performedAt'] {
  const was = localParts(new Date(before.performedAt), performedZone)
  const isSameHour =
    performedOffset === null || performedOffset === offsetMinutes(new Date(before.performedAt), performedZone)
  const isSameTime = was.day === performedDate && was.time.slice(0, 5) === performedTime && isSameHour
  if (performedZone === before.performedZone && isSameTime) return before.performedAt
  const at = instantOf(performedDate, performedTime, performedZone, performedOffset)
  if (at === undefined) throw invalid('performedTime', 'skippedHour')
  return at.toISOString()
}

function keysThatDiffer(before: Snapshot, after: Snapshot): (keyof Snapshot)[] {
  return (Object.keys(after) as (keyof Snapshot)[]).filter(
    (key) => key !== 'state' && !isDeepStrictEqual(before[key], after[key]),
  )
}

/** The fields that the recipient of a result sees. They are not told of other corrections. */
const seen = ['result', 'analyteResults', 'performedAt', 'performedZone'] as const satisfies (keyof Snapshot)[]

async function tellOfCorrection(
  scope: ActorScope,
  recordId: string,
  { before, after, changed }: { before: Snapshot; after: Snapshot; changed: (keyof Snapshot)[] },
): Promise<void> {
  if (changed.includes('subjectId'))
    await withdrawResult(scope, { recordId, subjectId: before.subjectId }, 'other-person')
  else if (seen.some((key) => changed.includes(key)))
    await sendChanged(scope, { recordId, subjectId: after.subjectId, reason: 'corrected' })
}

/**
 * Fields whose values go to the audit trail. Free text may name people, so it is only in the record's history. So is the result of
 * a step of a set of tests, which may be held back, because machines read the trail.
 */
const kept = ['result', 'performedAt', 'specimen', 'lot', 'lotExpiry'] as const satisfies (keyof Snapshot)[]

async function recordCorrected(
  scope: ActorScope,
  recordId: string,
  change: { before: Snapshot; after: Snapshot; changed: (keyof Snapshot)[]; reason: string },
): Promise<void> {
  const { before, after, changed, reason } = change
  const isStep = changed.includes('result') && (await findSetOfRecord(scope, recordId)) !== undefined
  const told = kept.filter((key) => changed.includes(key) && !(isStep && key === 'result'))
  const only = (content: Snapshot) => ({
    ...Object.fromEntries(told.map((key) => [key, content[key]])),
    ...(changed.includes('subjectId') && { subject_id: content.subjectId }),
  })
  await recordDone(scope, 'test-record.corrected', recordId, {
    reason,
    fields: changed,
    from: only(before),
    to: only(after),
  })
  if (!changed.includes('subjectId')) return
  const details = { testRecordId: recordId, reason }
  for (const [action, resourceId] of [
    ['subject.test-removed', before.subjectId],
    ['subject.test-added', after.subjectId],
  ] as const) {
    await recordDone(scope, action, resourceId, details)
  }
}
