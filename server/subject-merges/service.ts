import type { Body } from '../../contract/endpoint.ts'
import { undoDays, type mergeSubject as mergeEndpoint, type SubjectMerge } from '../../contract/subjects/merging.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { redirectResults } from '../deliveries/service.ts'
import { Failure, invalid } from '../platform/failure.ts'
import * as subjects from '../subjects/service.ts'
import { countTestsBetween, groupsOfTests, moveTests } from '../test-records/service.ts'
import { groupsOfRounds } from '../rounds/service.ts'
import { groupsOfRuns } from '../test-runs/service.ts'
import { groupsOfSets, settleSetsOfSubjects } from '../test-sets/service.ts'
import { addAddedGroups, deleteMergesOf, findMerges, insertMerge, markUndone, type MergeRow } from './repository.ts'

const day = 24 * 60 * 60 * 1000

/** Lists the merges into a subject that the actor can undo. Throws `not-found`. */
export async function listMerges(scope: ActorScope, subjectId: string): Promise<SubjectMerge[]> {
  await subjects.getSubject(scope, subjectId)
  const merges = await findMerges(scope, subjectId)
  const kept = (await subjects.findGroupsOf(scope, subjectId)).map(({ groupId }) => groupId)
  const groupIds = merges.flatMap((merge) => merge.group_ids)
  const beyond = new Set(await subjects.findGroupsBeyond(scope, [...kept, ...groupIds]))
  const isInScope = (ids: readonly string[]) => !ids.some((id) => beyond.has(id))
  const seen = isInScope(kept) ? merges.filter((merge) => isInScope(merge.group_ids)) : []
  const listed: SubjectMerge[] = []
  for (const merge of seen) listed.push(await toMerge(scope, merge))
  return listed
}

/**
 * Merges a subject into another. Throws `not-found` and `validation` for a subject that is out of the actor's scope or
 * would have been tested before birth, `forbidden` when a group of either is out of scope, `stale-version`,
 * `not-possible` when each has an account of its own, `may-be-two` when what is known of them contradicts that they are one
 * person and nobody says that they are, and `duplicate`.
 */
export async function mergeSubject(
  scope: ActorScope,
  keptId: string,
  keptVersion: number,
  { subjectId, version, isSamePerson = false }: Body<typeof mergeEndpoint>,
): Promise<SubjectMerge> {
  if (subjectId === keptId) throw invalid('subjectId', 'choice')
  const locked = await subjects.lockSubjects(scope, [keptId, subjectId])
  const kept = locked.find(({ id }) => id === keptId)
  if (kept === undefined) throw new Failure('not-found')
  const merged = locked.find(({ id }) => id === subjectId)
  if (merged === undefined) return await repeat(scope, kept, subjectId)
  const mergedIn = merged.groups.map(({ groupId }) => groupId)
  await requireGroupsInScope(scope, kept, mergedIn)
  if (merged.kind !== kept.kind) throw invalid('subjectId', 'choice')
  asSeen(kept, keptVersion)
  asSeen(merged, version)
  if (kept.userId !== null && merged.userId !== null && kept.userId !== merged.userId) throw new Failure('not-possible')
  const apart = isSamePerson ? [] : await subjects.whatTellsApart(scope, [kept.id, merged.id])
  if (apart.length > 0) throw new Failure('may-be-two', { fields: subjects.differing(apart, 'twoDiffer') })

  const done = await subjects.mergeIdentities(scope, { kept, merged })
  if (done === undefined) throw new Failure('duplicate')
  const details = await subjects.mergeDetails(scope, { keptId: kept.id, mergedId: merged.id })
  const testRecordIds = await moveTests(scope, { from: merged.id, to: kept.id })
  if (await subjects.hasTestBeforeBirth(scope, kept.id)) throw invalid('subjectId', 'mergeBeforeBirth')
  await settleSetsOfSubjects(scope, [merged.id, kept.id])
  const id = await insertMerge(scope, {
    ...done,
    keptId,
    mergedId: merged.id,
    identity: merged.identity,
    details,
    groupIds: mergedIn,
    testRecordIds,
    userId: merged.userId,
    keptUserId: kept.userId,
  })
  await recordOnBoth(scope, 'subject.merged', { id, keptId, mergedId: merged.id, tests: testRecordIds.length })
  await subjects.linkMerged(scope, keptId)
  return await getMerge(scope, keptId, id)
}

/** Returns the reply of an earlier, equal merge. */
async function repeat(scope: ActorScope, kept: subjects.LockedSubject, subjectId: string): Promise<SubjectMerge> {
  const [earlier] = await findMerges(scope, kept.id, { mergedId: subjectId })
  if (earlier === undefined) throw invalid('subjectId', 'unknownReference')
  await requireGroupsInScope(scope, kept, earlier.group_ids)
  return await toMerge(scope, earlier)
}

/**
 * Undoes a merge. Throws `not-found`, `forbidden` when a group of either subject is out of the actor's scope, and
 * `not-possible`.
 */
export async function undoMerge(scope: ActorScope, keptId: string, mergeId: string): Promise<SubjectMerge> {
  const named = await getMergeRow(scope, keptId, mergeId)
  const [kept] = (await subjects.lockSubjects(scope, [keptId, named.merged_subject_id])).filter(
    ({ id }) => id === keptId,
  )
  if (kept === undefined) throw new Failure('not-found')
  // Read again under the lock, so that nobody else can undo it or merge anything into the kept subject meanwhile.
  const merge = await getMergeRow(scope, keptId, mergeId)
  await requireGroupsInScope(scope, kept, merge.group_ids)
  const { identity, merged_subject_id: mergedId } = merge
  if (merge.undone_at !== null || identity === null) return await toMerge(scope, merge)

  const tests = await moveTests(scope, {
    from: keptId,
    to: mergedId,
    some: { ids: merge.test_record_ids, since: merge.merged_at },
  })
  const isApart = await subjects.partIdentities(scope, {
    kept,
    mergedId,
    identity,
    filled: merge.filled,
    groupIds: merge.group_ids,
    leaving: await groupsToLeave(scope, merge),
    followers: merge.moved_subject_ids,
    userId: merge.user_id,
    keptUserId: merge.kept_user_id,
  })
  if (!isApart) throw new Failure('not-possible')
  await subjects.partDetails(scope, { keptId, mergedId, details: merge.details, filled: merge.filled_details })
  await settleSetsOfSubjects(scope, [mergedId, keptId])
  await redirectResults(scope, tests, { from: keptId, to: mergedId, since: merge.merged_at })
  await markUndone(scope, mergeId)
  const mayBeStranger = kept.userId !== merge.kept_user_id && kept.userId !== merge.user_id
  const isUnlinked = await subjects.linkApart(scope, { keptId, mergedId, mayBeStranger })
  await recordOnBoth(scope, 'subject.merge-undone', {
    id: mergeId,
    keptId,
    mergedId,
    tests: tests.length,
    ...(isUnlinked && { unlinkedFrom: kept.userId }),
  })
  return await getMerge(scope, keptId, mergeId)
}

/**
 * Finds the groups that only know the kept subject because of this merge. Groups in which it has a test, even one in
 * progress, or is in a round stay, and so do groups of other subjects that are merged into it.
 */
async function groupsToLeave(scope: ActorScope, merge: MergeRow): Promise<Set<string>> {
  const leaving = new Set(merge.added_group_ids)
  const others = await findMerges(scope, merge.kept_subject_id)
  for (const other of others.filter(({ id }) => id !== merge.id)) {
    const staying = other.group_ids.filter((id) => leaving.delete(id))
    if (staying.length > 0) await addAddedGroups(scope, other.id, staying)
  }
  for (const groupsOf of [groupsOfTests, groupsOfRuns, groupsOfRounds, groupsOfSets]) {
    for (const id of await groupsOf(scope, merge.kept_subject_id)) leaving.delete(id)
  }
  return leaving
}

/** Audits the event for both subjects, each naming the other. */
async function recordOnBoth(
  scope: ActorScope,
  action: 'subject.merged' | 'subject.merge-undone',
  { id, keptId, mergedId, ...more }: { id: string; keptId: string; mergedId: string; tests: number },
): Promise<void> {
  for (const resourceId of [mergedId, keptId]) {
    await recordDone(scope, action, resourceId, {
      mergeId: id,
      keptSubjectId: keptId,
      mergedSubjectId: mergedId,
      ...more,
    })
  }
}

async function requireGroupsInScope(
  scope: ActorScope,
  { id, groups }: subjects.LockedSubject,
  others: readonly string[],
): Promise<void> {
  const beyond = await subjects.findGroupsBeyond(scope, [...groups.map(({ groupId }) => groupId), ...others])
  if (beyond.length > 0) throw new Failure('forbidden', { resource: { resourceType: 'subject', resourceId: id } })
}

async function getMerge(scope: ActorScope, keptId: string, id: string): Promise<SubjectMerge> {
  return await toMerge(scope, await getMergeRow(scope, keptId, id))
}

async function getMergeRow(scope: ActorScope, keptId: string, id: string): Promise<MergeRow> {
  const [row] = await findMerges(scope, keptId, { id })
  if (row === undefined) throw new Failure('not-found')
  return row
}

/** Deletes the merges of a person's subjects. */
export async function erasePerson(scope: Scope, person: Person): Promise<void> {
  await deleteMergesOf(scope, await subjects.lockSubjectsOf(scope, person))
}

async function toMerge(scope: ActorScope, row: MergeRow): Promise<SubjectMerge> {
  const between = { from: row.merged_at, until: row.undone_at ?? scope.now, besides: row.test_record_ids }
  return {
    id: row.id,
    subjectId: row.kept_subject_id,
    mergedSubjectId: row.merged_subject_id,
    identity: row.identity,
    tests: row.test_record_ids.length,
    testsStaying: await countTestsBetween(scope, row.kept_subject_id, between),
    mergedBy: row.merged_by_name,
    mergedAt: row.merged_at.toISOString(),
    undoUntil: new Date(row.merged_at.getTime() + undoDays * day).toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
  }
}
