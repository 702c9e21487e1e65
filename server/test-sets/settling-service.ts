import type { RecordTestSet } from '../../contract/test-sets/outcome.ts'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import { recordDone, recordDoneToAll } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { sendChanged, sendSaved, wasSent } from '../deliveries/service.ts'
import { holdBack } from '../notifications/service.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { pathOfSet } from './set-path.ts'
import { findSetOfTest, toOutcome } from '../results/service.ts'
import * as rows from './repository.ts'

type NamedStep = Pick<NewTestRecord, 'organisationId' | 'groupId' | 'subjectId' | 'assayId'> & { testSetId: string }

/** The next step of a set, which is locked. */
interface HeldStep {
  setId: string
  step: number
}

/**
 * Locks a set and checks that a test is its next step. Throws `validation` for a set that the tenant does not have or that is
 * elsewhere, and `test-set-moved` when another test is next by now, or none.
 */
export async function holdStep(scope: ActorScope, test: NamedStep): Promise<HeldStep> {
  const set = await rows.lockSet(scope, test.testSetId)
  const isHere = set?.organisation_id === test.organisationId && set.group_id === test.groupId
  // A machine that could make a set would be told its results.
  if (!isHere || scope.actor.isMachine) throw invalid('testSetId', 'unknownReference')
  if (set.subject_id !== test.subjectId || set.state !== 'open') throw new Failure('test-set-moved')
  const { next, awaiting } = pathOfSet(set, await rows.listTests(scope, set.id))
  const isNext = 'step' in next && awaiting === undefined && set.steps[next.step]?.assayId === test.assayId
  if (!isNext) throw new Failure('test-set-moved')
  return { setId: set.id, step: next.step }
}

/** Makes a record that was just stored a step of its set, and sends what may be sent now. Returns what the record says of it. */
export async function addTest(
  scope: ActorScope,
  { setId, step }: HeldStep,
  recordId: string,
): Promise<RecordTestSet | undefined> {
  await rows.insertTest(scope, setId, recordId, step)
  await settle(scope, setId, recordId)
  return await setOfRecord(scope, recordId)
}

/**
 * Computes the set of a record anew, if it has one, after the record was corrected, voided or read again. The caller tells of
 * the record itself.
 */
export async function settleSetOf(scope: ActorScope, recordId: string): Promise<void> {
  const setId = await rows.findSetOfRecord(scope, recordId)
  if (setId !== undefined) await settle(scope, setId, recordId)
}

/** Computes the sets of these subjects anew, after they were merged or parted. */
export async function settleSetsOfSubjects(scope: ActorScope, subjectIds: readonly string[]): Promise<void> {
  for (const setId of await rows.listSetsOfSubjects(scope, subjectIds)) await settle(scope, setId)
}

/** Finds what a record says of its set; undefined for a test by itself. */
export async function setOfRecord(scope: ActorScope, recordId: string): Promise<RecordTestSet | undefined> {
  const row = await findSetOfTest(scope, recordId)
  if (row === undefined) return undefined
  return {
    id: row.id,
    algorithmName: row.algorithm_name,
    stepName: row.steps[row.step]?.name ?? '',
    state: row.state,
    outcome: toOutcome(row.outcomes, row),
  }
}

/**
 * Computes where the path of a set leads by the present results of its tests. Its results may leave from the moment that it has an
 * outcome, and no longer when a correction or a void takes that away. A set that was stopped stays stopped. `cause` is the record
 * whose change is told by itself.
 */
async function settle(scope: ActorScope, setId: string, cause?: string): Promise<void> {
  const set = await rows.lockSet(scope, setId)
  if (set === undefined || set.state === 'stopped') return
  const tests = await rows.listTests(scope, setId)
  const { next, records } = pathOfSet(set, tests)
  const counting = new Set(records.map(({ id }) => id))
  const differing = (counts: boolean) =>
    tests.filter((test) => test.counts !== counts && counting.has(test.id) === counts).map(({ id }) => id)
  await rows.setCounting(scope, setId, differing(true), true)
  await rows.setCounting(scope, setId, differing(false), false)

  const outcome = 'outcome' in next ? next.outcome : null
  const deciding = outcome === null ? null : (records.at(-1)?.id ?? null)
  if (outcome === set.outcome && deciding === set.deciding_record_id) return
  // A machine would not see what it has changed.
  if (outcome === null && scope.actor.isMachine) throw new Failure('result-held-back')
  await rows.updateSet(scope, setId, {
    state: outcome === null ? 'open' : 'ended',
    outcome,
    deciding_record_id: deciding,
    ended_at: outcome === null ? null : scope.now,
    changed_at: scope.now,
  })
  const idsOf = (some: readonly rows.TestRow[]) => some.map(({ id }) => id)
  // A test that turned out to be somebody else's is no step any more, and leaves as any other.
  const steps = tests.filter(({ subject_id }) => subject_id === set.subject_id)
  const others = tests.filter((test) => !steps.includes(test))
  if (outcome === null || deciding === null) {
    await recordDone(scope, 'test-set.reopened', setId)
    await recordDoneToAll(scope, 'test-record.held-back', idsOf(steps))
    await recordDoneToAll(scope, 'test-record.released', idsOf(others))
    // A report may tell of a test that is somebody else's by now.
    await holdBack(scope, idsOf(tests))
    return
  }
  await recordDone(scope, 'test-set.ended', setId, { result: set.outcomes[outcome]?.result ?? '' })
  await recordDoneToAll(scope, 'test-record.released', idsOf(tests))
  await tell(scope, set, steps, { deciding, cause })
}

/** Tells of results that were held back: anew where they had been sent before, and otherwise of the one that decided, as of a new test. */
async function tell(
  scope: ActorScope,
  set: rows.LockedSet,
  tests: readonly rows.TestRow[],
  { deciding, cause }: { deciding: string; cause: string | undefined },
): Promise<void> {
  let isTold = false
  for (const { id, subject_id, state } of tests) {
    // What was told of a voided test says nothing of the outcome.
    if (state === 'voided' || !(await wasSent(scope, id))) continue
    isTold = true
    // The change of a record that was sent is told where it is made.
    if (id !== cause) await sendChanged(scope, { recordId: id, subjectId: subject_id, reason: 'corrected' })
  }
  if (!isTold && scope.tenant.sendsResultsAtOnce) await sendSaved(scope, deciding, set.subject_id)
}
