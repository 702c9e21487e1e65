import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '../../contract/endpoint.ts'
import type { SentEntry, sendRoundEntries as sendEndpoint } from '../../contract/rounds/endpoints.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { keyOfError, wordsIn } from '../platform/phrases.ts'
import type { FieldFailure } from '../platform/failure.ts'
import { found } from '../platform/failure.ts'
import { resultsOfAnalytes } from '../test-records/service.ts'
import { readingIn } from './reading.ts'
import { findRound, raiseRevision, requiresTimer, type FoundRound } from './repository.ts'
import {
  enter,
  findStored,
  isOwnNewPhoto,
  listRows,
  type StoredEntry,
  type StoredRow,
  type ToEnter,
} from './rows-repository.ts'
import { lockGoing, requireRecorder } from './service.ts'
import { sayFailures, toRow } from './shown-round.ts'

/**
 * Enters outcomes for people of a round. What somebody else entered otherwise since the user saw it stays. Throws the
 * reason that forbids recording, `not-found`, and `round-ended`.
 */
export async function enterOutcomes(
  scope: ActorScope,
  roundId: string,
  sent: readonly SentEntry[],
): Promise<Reply<typeof sendEndpoint>> {
  requireRecorder(scope)
  await lockGoing(scope, roundId)
  const round = found(await findRound(scope, roundId))
  const ids = sent.map(({ subjectId }) => subjectId)
  const stored = new Map((await findStored(scope, roundId, ids)).map((row) => [row.row_id, row]))
  const conflicts: string[] = []
  const refused: { subjectId: string; reason: string }[] = []
  let revision: string | undefined
  for (const one of sent) {
    const row = stored.get(one.subjectId)
    const entered = row && toEnter(scope, round, row, one)
    if (row === undefined || entered === undefined || row.is_removed) {
      refused.push({ subjectId: one.subjectId, reason: sayFailures(scope.locale, [unknown]) })
      continue
    }
    if (isSame(row, entered)) continue
    if (isOthers(scope, row, one.base, timeIn(scope, round, row, one))) {
      conflicts.push(one.subjectId)
      continue
    }
    const reason = await whyRefused(scope, round, row, entered)
    if (reason !== undefined) {
      refused.push({ subjectId: one.subjectId, reason })
      continue
    }
    revision ??= await raiseRevision(scope, roundId)
    await enter(scope, { roundId, revision }, entered)
    await recordDone(scope, 'round.entered', roundId, { subject_id: one.subjectId })
  }
  const rows = await listRows(scope, { roundId, after: 0, only: ids, startedAt: round.started_at })
  return { rows: rows.map((row) => toRow(scope, round.group_id, row)), conflicts, refused, state: round.state }
}

const unknown: FieldFailure = { field: 'subjectId', phrase: 'unknownReference', values: {} }

/** The time of an entry, or of taking one back, moved into the round. */
function timeIn({ now }: ActorScope, round: FoundRound, row: StoredRow, { at }: SentEntry): Date {
  const begun = (row.applied_at ?? round.started_at).getTime()
  return new Date(Math.max(begun, Math.min(Date.parse(at), now.getTime())))
}

/** Builds the row that an entry would make. */
function toEnter(scope: ActorScope, round: FoundRound, row: StoredRow, sent: SentEntry): ToEnter {
  const { subjectId, entry } = sent
  if (entry === null) {
    const nothing = { outcome: null, reason: null, analyte_results: null, device_image_id: null, note: null }
    return { ...nothing, subjectId, performedAt: null }
  }
  const { outcome, reason, analyteResults, deviceImageId, note } = entry
  const checked = resultsOfAnalytes({ analyteResults }, round)
  const results = (checked ?? analyteResults).map(({ analyteId, result }) => ({ analyteId, result }))
  const isTested = outcome === 'tested'
  return {
    subjectId,
    performedAt: timeIn(scope, round, row, sent),
    outcome,
    reason,
    analyte_results: isTested ? results : null,
    device_image_id: isTested ? deviceImageId : null,
    note,
  }
}

function contentOf({ outcome, reason, analyte_results, device_image_id, note }: StoredEntry) {
  return { outcome, reason, analyte_results, device_image_id, note }
}

function isSame(row: StoredRow, entered: ToEnter): boolean {
  return isDeepStrictEqual(contentOf(row), contentOf(entered))
}

/**
 * True if the row holds what the user has not seen: somebody else's entry, one of their own from another device that is
 * later, or a record.
 */
function isOthers({ actor }: ActorScope, row: StoredRow, base: number, at: Date): boolean {
  if (row.test_record_id !== null) return true
  if (Number(row.revision) <= base || row.entered_by === null) return false
  if (row.entered_by !== actor.id) return true
  return row.performed_at !== null && at < row.performed_at
}

/** Says why a result could not become a record; undefined if it can. */
async function whyRefused(
  scope: ActorScope,
  round: FoundRound,
  row: StoredRow,
  entered: ToEnter,
): Promise<string | undefined> {
  if (entered.outcome !== 'tested') return undefined
  const fail = (field: string, phrase: FieldFailure['phrase']) =>
    sayFailures(scope.locale, [{ field, phrase, values: {} }])
  const analyteResults = entered.analyte_results ?? []
  if (resultsOfAnalytes({ analyteResults }, round) === undefined) return fail('analyteResults', 'analytesComplete')
  const { device_image_id: image } = entered
  if (image === null && round.image_required) return sayPhotoMissing(scope)
  if (image !== null && image !== row.device_image_id && !(await isOwnNewPhoto(scope, image))) {
    return fail('deviceImageId', 'unknownReference')
  }
  if (row.applied_at === null) {
    const isUntimed = round.timing !== 'none' && (await requiresTimer(scope, round.assay_id))
    return isUntimed ? wordsIn(scope.locale)(keyOfError('timer-required')) : undefined
  }
  const isLate = readingIn(round, { at: entered.performedAt ?? scope.now, appliedAt: row.applied_at }) !== 'in-time'
  return isLate && entered.reason === null ? fail('readingReason', 'readingReason') : undefined
}

function sayPhotoMissing({ locale }: ActorScope): string {
  return wordsIn(locale)('rounds:photoMissing')
}
