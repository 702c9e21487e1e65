import { v7 as newId } from 'uuid'
import type { Reply } from '../../contract/endpoint.ts'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { localParts, offsetMinutes } from '../../contract/rules/dates.ts'
import { readingAt, readingWindow } from '../../contract/rules/reading-window.ts'
import { whyLotRefused, type NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import type { NewTestRun, RunCancelling, RunReading } from '../../contract/test-runs/endpoints.ts'
import {
  mostRunsListed,
  type getTestRun as getEndpoint,
  type listTestRuns as listEndpoint,
} from '../../contract/test-runs/in-progress.ts'
import { readingDraft, type ReadingDraft } from '../../contract/test-runs/reading-draft.ts'
import type { TestRun } from '../../contract/test-runs/test-run.ts'
import { recordAudit, recordDone } from '../access/audit/audit.ts'
import { claimRequest } from '../access/changing/idempotency.ts'
import type { Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { lockSubjectsOf, toSubject } from '../subjects/service.ts'
import { sampleColumns } from '../test-records/columns.ts'
import { holdStep } from '../test-sets/service.ts'
import {
  checkRecord,
  checkSample,
  getTestRecord,
  referencesOf,
  removeDraft,
  storeRecord,
} from '../test-records/service.ts'
import {
  deleteReadingDraft,
  deleteReadingDrafts,
  eraseReadingDrafts,
  findReadingDraft,
  upsertReadingDraft,
} from './draft-repository.ts'
import {
  cancelAbandoned,
  cancelRunsOf,
  countRunning,
  findRunRow,
  insertRun,
  listRunningRows,
  lockRun,
  markCancelled,
  markFinished,
  type RunRow,
} from './repository.ts'

export { findGroupsOfRuns as groupsOfRuns } from './repository.ts'

/** Lists the running tests in the actor's scope, the latest first, with the server's present time. */
export async function listTestRuns(scope: ActorScope): Promise<Reply<typeof listEndpoint>> {
  const { rows, total } = await listRunningRows(scope, mostRunsListed)
  return { data: rows.map(toRun), now: scope.now.toISOString(), total }
}

export async function countTestRuns(scope: ActorScope): Promise<{ running: number }> {
  return { running: await countRunning(scope) }
}

/** Opens a test and audits that. Includes what the actor had entered and not saved. Throws `not-found`. */
export async function openTestRun(scope: ActorScope, runId: string): Promise<Reply<typeof getEndpoint>> {
  const data = await getRun(scope, runId)
  const row = await findReadingDraft(scope, runId)
  // An older version may have written it in another form.
  const read = readingDraft.safeParse(row?.content)
  const draft = row && read.success ? { ...read.data, keptAt: row.kept_at.toISOString() } : null
  await recordDone(scope, 'test-run.opened', runId)
  return { data, now: scope.now.toISOString(), draft }
}

/** Stores the actor's unsaved reading of a running test. Throws the reason that forbids recording, and `not-found`. */
export async function keepReadingDraft(scope: ActorScope, runId: string, sent: ReadingDraft): Promise<void> {
  requireRecorder(scope)
  // The lock keeps the test from ending meanwhile, after which the draft would remain for good.
  const { state } = found(await lockRun(scope, runId))
  if (state !== 'running') return
  const { analyteResults, image, note, readingReason } = sent
  const isEmpty = analyteResults.length === 0 && image === null && note === '' && readingReason === ''
  if (isEmpty) return await deleteReadingDraft(scope, runId)
  const isNew = await upsertReadingDraft(scope, runId, sent)
  // Every change while typing stores the reading, but only its beginning is audited.
  if (isNew) await recordAudit(scope, { action: 'test-draft.kept', resourceType: 'test-run', resourceId: runId })
}

async function getRun(scope: ActorScope, runId: string): Promise<TestRun> {
  return toRun(found(await findRunRow(scope, runId)))
}

/**
 * Starts a test now, by the database's clock, and deletes the draft with its key. Throws the reason that forbids
 * recording, `validation` for references that do not belong together, and `idempotency-key-reused`.
 */
export async function startTestRun(
  scope: ActorScope,
  sent: NewTestRun,
  idempotencyKey: string | undefined,
): Promise<{ run: TestRun; isRepeat: boolean }> {
  requireRecorder(scope)
  const id = newId()
  const named = { ...sent, deviceImageId: null, ...performedAt(scope.now, sent.zone) }
  const [{ input, references }, earlier] = await Promise.all([
    referencesOf(scope, named),
    claimRequest(scope, idempotencyKey, { start: sent }, id),
  ])
  if (earlier !== undefined) return { run: await getRun(scope, earlier), isRepeat: true }
  const wrongLot = whyLotRefused(sent, named.performedDate)
  if (wrongLot !== undefined) throw invalid('expiredLotReason', wrongLot)
  const { assayVersion, ...minutes } = checkSample(input, references)
  if (sent.testSetId !== undefined) await holdStep(scope, { ...input, testSetId: sent.testSetId })
  const window = readingWindow(scope.now, minutes)
  await insertRun(scope, { id, input: { ...sent, subjectId: input.subjectId }, assayVersion, ...window })
  if (idempotencyKey !== undefined) await removeDraft(scope, idempotencyKey)
  await recordDone(scope, 'test-run.started', id)
  return { run: await getRun(scope, id), isRepeat: false }
}

/** The test that is ended, in the version that the user saw. */
interface Asked {
  runId: string
  version: number
}

/**
 * Records the result of a test: it was performed when it was started, and is read now. Throws the errors of recording,
 * and `not-found`, `stale-version`, `test-run-finished` and `test-run-cancelled`.
 */
export async function finishTestRun(
  scope: ActorScope,
  { runId, version, idempotencyKey: key }: Asked & { idempotencyKey: string | undefined },
  sent: RunReading,
): Promise<TestRecord> {
  requireRecorder(scope)
  const recordId = newId()
  const earlier = await claimRequest(scope, key, [runId, sent], recordId)
  if (earlier !== undefined) return await getTestRecord(scope, earlier)
  const run = found(await findRunRow(scope, runId))
  // The subject is locked before the test, in the order in which an erasure locks them.
  const { input, references } = await referencesOf(scope, recordOf(run, sent), { isBegun: true })
  const { read_from, read_until } = running(await lockRun(scope, runId), version)
  const reading = readingAt(scope.now, { readFrom: read_from, readUntil: read_until })
  if (reading !== 'in-time' && sent.readingReason === null) throw invalid('readingReason', 'readingReason')
  const read = { at: scope.now, reading, reason: reading === 'in-time' ? null : sent.readingReason }
  const formerId = run.begun_with === input.subjectId ? undefined : run.begun_with
  const toStore = { id: recordId, input, references, formerId, performedAt: run.started_at, read, key }
  const record = await storeRecord(scope, checkRecord(scope, toStore))
  await markFinished(scope, runId, recordId)
  await deleteReadingDrafts(scope, [runId])
  await recordDone(scope, 'test-run.finished', runId, { testRecordId: recordId, reading })
  return record
}

/** Ends a test without a result; a repeat by the same person gets the same reply. Throws as `finishTestRun` does. */
export async function cancelTestRun(
  scope: ActorScope,
  { runId, version }: Asked,
  sent: RunCancelling,
): Promise<TestRun> {
  const row = found(await lockRun(scope, runId))
  const { state, ended_by, cancel_reason } = row
  const isRepeat = state === 'cancelled' && ended_by === scope.actor.id && cancel_reason === sent.reason
  if (isRepeat) return await getRun(scope, runId)
  running(row, version)
  await markCancelled(scope, runId, sent)
  await deleteReadingDrafts(scope, [runId])
  await recordCancelled(scope, runId, sent.reason)
  return await getRun(scope, runId)
}

/** Cancels at most `most` tests that nobody ended for days. Returns how many. */
export async function abandonRuns(scope: Scope, most: number): Promise<number> {
  const ids = await cancelAbandoned(scope, most)
  for (const id of ids) await recordCancelled(scope, id, 'abandoned')
  return ids.length
}

/**
 * Cancels the tests of a person, because their results could belong to nobody, and deletes the person's own unsaved
 * readings. Must be called before their subjects are erased.
 */
export async function erasePerson(scope: Scope, person: Person): Promise<void> {
  await eraseReadingDrafts(scope, person)
  const subjectIds = await lockSubjectsOf(scope, person)
  if (subjectIds.length === 0) return
  const cancelled = await cancelRunsOf(scope, subjectIds)
  await deleteReadingDrafts(scope, cancelled)
  for (const id of cancelled) await recordCancelled(scope, id, 'subject-erased')
}

async function recordCancelled(scope: Scope, resourceId: string, reason: string): Promise<void> {
  await recordDone(scope, 'test-run.cancelled', resourceId, { reason })
}

function requireRecorder({ actor, tenant: { features } }: ActorScope): void {
  const forbidden = whyCannotRecord({ ...actor, features })
  if (forbidden !== undefined) throw new Failure(forbidden)
}

/** Returns a running test in the version that the actor saw. Throws the reason why another one cannot be changed. */
function running<Row extends { state: TestRun['state']; version: number }>(row: Row | undefined, version: number): Row {
  const present = found(row)
  if (present.state !== 'running') throw new Failure(`test-run-${present.state}`)
  return asSeen(present, version)
}

/** Builds the record that would have been sent without a timer. */
function recordOf(run: RunRow, { analyteResults, deviceImageId, note }: RunReading): NewTestRecord {
  return {
    organisationId: run.organisation_id,
    groupId: run.group_id,
    subjectId: run.subject_id,
    assayId: run.assay_id,
    assayVersion: run.assay_version,
    ...performedAt(run.started_at, run.zone),
    ...sampleColumns.toFields(run),
    analyteResults,
    deviceImageId,
    note,
    ...(run.test_set_id !== null && { testSetId: run.test_set_id }),
  }
}

/** Converts an instant to the local date and time in its zone, to the minute, with the offset from UTC. */
function performedAt(at: Date, zone: string) {
  const { day, time } = localParts(at, zone)
  return {
    performedDate: day,
    performedTime: time.slice(0, 5),
    performedZone: zone,
    performedOffset: offsetMinutes(at, zone),
  }
}

function toRun(row: RunRow): TestRun {
  const subject = toSubject(row)
  return {
    id: row.id,
    state: row.state,
    // The subject is shown in the test's group, because the group that added it may be out of the actor's scope.
    subject: subject.groupId === null ? subject : { ...subject, groupId: row.group_id },
    organisation: { id: row.organisation_id, name: row.organisation_name },
    group: { id: row.group_id, name: row.group_name },
    assay: {
      id: row.assay_id,
      name: row.assay_name,
      version: row.assay_version,
      analytes: row.analytes.map(({ id, name }) => ({ id, name })),
      offeredResults: row.offered_results,
      imageRequired: row.image_required,
    },
    specimen: row.specimen,
    lot: row.lot,
    lotExpiry: row.lot_expiry,
    location: row.location,
    zone: row.zone,
    startedAt: row.started_at.toISOString(),
    startedBy: { id: row.started_by, name: row.started_by_name },
    readFrom: row.read_from?.toISOString() ?? null,
    readUntil: row.read_until?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by === null ? null : { id: row.ended_by, name: row.ended_by_name ?? '' },
    ...(row.test_set_id !== null && { isStepOfSet: true as const }),
    testRecordId: row.test_record_id,
    version: row.version,
  }
}
