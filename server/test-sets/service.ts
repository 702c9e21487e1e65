import type { Body, Query, Reply } from '../../contract/endpoint.ts'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import type {
  listTestSets as listEndpoint,
  startTestSet as startEndpoint,
  StopReason,
  TestOfSet,
  TestSet,
  TestSetListItem,
} from '../../contract/test-sets/test-set.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { toOutcome } from '../results/service.ts'
import { findKeptSubject, toSubject } from '../subjects/service.ts'
import { getOfferedAlgorithm } from '../testing-algorithms/service.ts'
import { pathOfSet } from './set-path.ts'
import * as rows from './repository.ts'

export { findGroupsOfSets as groupsOfSets, findSetOfRecord } from './repository.ts'
export { addTest, holdStep, setOfRecord, settleSetOf, settleSetsOfSubjects } from './settling-service.ts'

export async function listTestSets(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await rows.listSetRows(scope, query)
  return { data: items.map(toListItem), page }
}

/** Opens a set and audits that. Throws `not-found`. */
export async function openTestSet(scope: ActorScope, id: string): Promise<TestSet> {
  const set = await getTestSet(scope, id)
  await recordDone(scope, 'test-set.opened', id)
  return set
}

/** Throws `not-found`. */
export async function getTestSet(scope: ActorScope, id: string): Promise<TestSet> {
  const row = found(await rows.findSet(scope, id))
  const tests = await rows.listTests(scope, id)
  const { next, awaiting } = pathOfSet(row, tests)
  const step = row.state === 'open' && 'step' in next ? row.steps[next.step] : undefined
  const assay = step && (await rows.findAssay(scope, step.assayId))
  return {
    ...toListItem(row),
    tests: tests.map((test) => toTest(row, test)),
    next:
      step === undefined || assay === undefined || awaiting !== undefined || !('step' in next)
        ? null
        : {
            step: next.step,
            name: step.name,
            assay: { id: assay.id, name: assay.name, isRetired: assay.retired_at !== null },
          },
    awaitsReading: row.state === 'open' ? (awaiting?.id ?? null) : null,
  }
}

/**
 * Finds the set of an algorithm that is open for somebody at a place, which whoever comes second goes on with. Nobody begins one for them
 * until the transaction ends. Throws the reason that forbids recording.
 */
export async function goOnWithOpenSet(
  scope: ActorScope,
  sent: Body<typeof startEndpoint>,
): Promise<TestSet | undefined> {
  requireRecorder(scope)
  const subjectId = (await findKeptSubject(scope, sent.subjectId)) ?? sent.subjectId
  const id = await rows.findOpenSet(scope, { ...sent, subjectId })
  if (id === undefined) return undefined
  const set = await getTestSet(scope, id)
  const isRepeat = set.startedBy.id === scope.actor.id && set.tests.length === 0
  if (!isRepeat) await recordDone(scope, 'test-set.opened', id)
  return set
}

/**
 * Begins a set with this id for somebody who has none open. Throws the reason that forbids recording, `not-found` and `not-possible` for the algorithm, and
 * `validation` for a place that does not know the subject.
 */
export async function startTestSet(scope: ActorScope, sent: Body<typeof startEndpoint>, id: string): Promise<TestSet> {
  requireRecorder(scope)
  const subjectId = (await findKeptSubject(scope, sent.subjectId)) ?? sent.subjectId
  const place = await rows.findPlace(scope, { ...sent, subjectId })
  if (place === undefined) throw invalid('subjectId', 'unknownReference')
  if (place.is_suspended) throw invalid('groupId', 'suspendedPlace')
  const { version } = await getOfferedAlgorithm(scope, sent.algorithmId)
  await rows.insertSet(scope, { ...sent, id, subjectId, algorithmVersion: version })
  await recordDone(scope, 'test-set.started', id)
  return await getTestSet(scope, id)
}

/**
 * Stops a set without an outcome; a repeat of the same is answered alike. Its results stay held back. Throws `not-found`, and
 * `not-possible` unless it is open.
 */
export async function stopTestSet(scope: ActorScope, id: string, reason: StopReason): Promise<TestSet> {
  requireRecorder(scope)
  found(await rows.findSet(scope, id))
  const { state } = found(await rows.lockSet(scope, id))
  const before = found(await rows.findSet(scope, id))
  if (state === 'stopped' && before.stop_reason === reason) return await getTestSet(scope, id)
  if (state !== 'open') throw new Failure('not-possible')
  const change = { state: 'stopped', outcome: null, deciding_record_id: null, ended_at: scope.now } as const
  await rows.updateSet(scope, id, { ...change, stop_reason: reason })
  await recordDone(scope, 'test-set.stopped', id, { reason })
  return await getTestSet(scope, id)
}

/** Audits that the sheet of a set is printed. Throws `not-found`, and `result-held-back` unless the set has ended. */
export async function printTestSet(scope: ActorScope, id: string): Promise<void> {
  const { state } = found(await rows.findSet(scope, id))
  if (state !== 'ended') throw new Failure('result-held-back')
  await recordDone(scope, 'test-set.printed', id)
}

function requireRecorder({ actor, tenant: { features } }: ActorScope): void {
  const forbidden = whyCannotRecord({ ...actor, features })
  if (forbidden !== undefined) throw new Failure(forbidden)
}

function toListItem(row: rows.SetRow): TestSetListItem {
  const subject = toSubject(row)
  return {
    id: row.id,
    algorithm: { id: row.algorithm_id, name: row.algorithm_name, version: row.algorithm_version },
    // The subject is shown in the set's group, because the group that added it may be out of the actor's scope.
    subject: subject.groupId === null ? subject : { ...subject, groupId: row.group_id },
    organisation: { id: row.organisation_id, name: row.organisation_name },
    group: { id: row.group_id, name: row.group_name },
    state: row.state,
    outcome: toOutcome(row.outcomes, row),
    startedAt: row.started_at.toISOString(),
    startedBy: { id: row.started_by, name: row.started_by_name ?? '' },
    endedAt: row.ended_at?.toISOString() ?? null,
    stopReason: row.stop_reason,
    version: row.version,
  }
}

function toTest({ steps }: rows.SetRow, row: rows.TestRow): TestOfSet {
  return {
    id: row.id,
    testId: row.test_id,
    step: row.step,
    stepName: steps[row.step]?.name ?? '',
    assayName: row.assay_name,
    result: row.result,
    performedAt: row.performed_at.toISOString(),
    performedZone: row.performed_zone,
    state: row.state,
    secondReading: row.second_reading,
    counts: row.counts,
  }
}
