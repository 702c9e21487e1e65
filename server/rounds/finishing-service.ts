import { v7 as newId } from 'uuid'
import type { Reply } from '../../contract/endpoint.ts'
import type { finishRound as finishEndpoint } from '../../contract/rounds/endpoints.ts'
import { localParts, offsetMinutes } from '../../contract/rules/dates.ts'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, EnterAsActor } from '../access/scope.ts'
import { Failure, found } from '../platform/failure.ts'
import { checkRecord, referencesOf, storeRecord } from '../test-records/service.ts'
import { readingIn } from './reading.ts'
import { findRound, lockRound, raiseRevision, setState, type FoundRound } from './repository.ts'
import { findStored, findUnstored, setStored, type StoredRow } from './rows-repository.ts'
import { readRound, requireRecorder } from './service.ts'

/**
 * Stores each result as a record in a transaction of its own, and ends the round when none is left. A repeat goes on where
 * the one before stopped. Throws the reason that forbids recording, `not-found`, `round-ended` for a cancelled round, and
 * `stale-version` if a result was entered after `seen`, the revision that the user confirms.
 */
export async function finishRound(
  enter: EnterAsActor,
  roundId: string,
  seen: number,
): Promise<Reply<typeof finishEndpoint>> {
  const rows = await enter(async (scope) => {
    requireRecorder(scope)
    const { state } = found(await lockRound(scope, roundId))
    if (state === 'cancelled') throw new Failure('round-ended')
    return state === 'finished' ? [] : unstoredAsSeen(scope, roundId, seen)
  })
  for (const { row_id } of rows) await enter((scope) => storeRow(scope, roundId, row_id, seen))
  return await enter(async (scope) => {
    const round = found(await lockRound(scope, roundId))
    if (round.state === 'open' || round.state === 'paused') {
      const left = await findUnstored(scope, roundId)
      // What was entered in the meantime was not confirmed; what failed is in the reply.
      if (left.some(({ row_id }) => !rows.some((row) => row.row_id === row_id))) throw new Failure('stale-version')
      if (left.length === 0) {
        await setState(scope, roundId, 'finished')
        await recordDone(scope, 'round.finished', roundId)
      }
    }
    return await readRound(scope, roundId, 0)
  })
}

async function unstoredAsSeen(scope: ActorScope, roundId: string, seen: number): Promise<StoredRow[]> {
  const rows = await findUnstored(scope, roundId)
  if (rows.some((row) => isNews(row, seen))) throw new Failure('stale-version')
  return rows
}

/** True if a row has a result that the user has not confirmed. */
function isNews(row: StoredRow, seen: number): boolean {
  return Number(row.revision) > seen && !hasFailedSince(row, seen)
}

/** True if somebody else who finishes the round could not store the row, which the reply shows with the reason. */
function hasFailedSince({ revision, failure }: StoredRow, seen: number): boolean {
  return Number(revision) > seen && failure !== null
}

/** Stores one result with the link to its record, unless that was done before, or writes why it cannot be stored. */
async function storeRow(scope: ActorScope, roundId: string, subjectId: string, seen: number): Promise<void> {
  requireRecorder(scope)
  const round = found(await findRound(scope, roundId))
  const [before] = await findStored(scope, roundId, [subjectId])
  if (before === undefined || before.outcome !== 'tested' || before.test_record_id !== null) return
  // The subject is locked before the round, in the order in which an erasure locks them.
  const begun = { isBegun: true, isPhotoKept: true }
  const { input, references, formerId } = await referencesOf(scope, recordOf(round, before), begun)
  const { state } = found(await lockRound(scope, roundId))
  const [row] = await findStored(scope, roundId, [subjectId])
  // Somebody else who finishes it at the same time was faster.
  if (row === undefined || row.outcome !== 'tested' || row.test_record_id !== null || state === 'finished') return
  if (state === 'cancelled') throw new Failure('round-ended')
  if (hasFailedSince(row, seen)) return
  if (row.revision !== before.revision || isNews(row, seen)) throw new Failure('stale-version')
  const revision = await raiseRevision(scope, roundId)
  const id = newId()
  try {
    const begunWith = asBegun(references, round)
    const toStore = { id, input, references: begunWith, formerId, ...timesOf(round, row), key: undefined }
    const readBy = row.entered_by === scope.actor.id ? null : row.entered_by
    const checked = checkRecord(scope, { ...toStore, readBy })
    await storeRecord(scope, checked)
  } catch (error) {
    // It is known before anything is written, so that the transaction can go on.
    if (!(error instanceof Failure) || error.code !== 'validation') throw error
    return await setStored(scope, { roundId, revision }, subjectId, { failure: error.fields })
  }
  await setStored(scope, { roundId, revision }, subjectId, { recordId: id })
}

/** A kit that was retired after the round began stays usable for it. */
function asBegun<R extends { retired_at: Date | null } | undefined>(references: R, round: FoundRound): R {
  const isRetiredSince = references?.retired_at != null && references.retired_at > round.started_at
  return isRetiredSince ? { ...references, retired_at: null } : references
}

/** A test with a timer was performed when its sample was applied; another one when its result was entered. */
function timesOf(round: FoundRound, row: StoredRow) {
  const entered = row.performed_at ?? round.started_at
  if (row.applied_at === null) return { performedAt: entered, read: null }
  const reading = readingIn(round, { at: entered, appliedAt: row.applied_at })
  const read = { at: entered, reading, reason: reading === 'in-time' ? null : row.reason }
  return { performedAt: row.applied_at, read }
}

/** Builds the record that would have been sent without a round. */
function recordOf(round: FoundRound, row: StoredRow): NewTestRecord {
  const { performedAt } = timesOf(round, row)
  const { day, time } = localParts(performedAt, round.zone)
  return {
    organisationId: round.organisation_id,
    groupId: round.group_id,
    subjectId: row.row_id,
    assayId: round.assay_id,
    assayVersion: round.assay_version,
    performedDate: day,
    performedTime: time.slice(0, 5),
    performedZone: round.zone,
    performedOffset: offsetMinutes(performedAt, round.zone),
    specimen: round.specimen,
    lot: round.lot,
    lotExpiry: round.lot_expiry,
    expiredLotReason: round.expired_lot_reason,
    location: round.location,
    coordinates: null,
    analyteResults: row.analyte_results ?? [],
    deviceImageId: row.device_image_id,
    note: row.note,
  }
}
