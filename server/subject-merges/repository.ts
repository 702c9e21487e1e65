import { sql, type SqlBool } from 'kysely'
import { v7 as newId } from 'uuid'
import { undoDays } from '../../contract/subjects/merging.ts'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import type { PersonDetails } from '../../contract/subjects/details.ts'
import type { WholeIdentity } from '../../contract/subjects/subject.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** The data of a merge that is needed to undo it. */
export interface NewMerge {
  keptId: string
  mergedId: string
  identity: WholeIdentity
  filled: (keyof WholeIdentity)[]
  /** The details of the merged subject, and the kinds of them that the kept one took over. */
  details: { details: PersonDetails | null; filled: DetailKind[] }
  groupIds: string[]
  addedGroupIds: string[]
  testRecordIds: string[]
  followers: string[]
  userId: string | null
  keptUserId: string | null
}

export async function insertMerge(scope: ActorScope, merge: NewMerge): Promise<string> {
  const id = newId()
  await scope.db
    .insertInto('subject_merges')
    .values({
      tenant_id: scope.tenant.id,
      id,
      kept_subject_id: merge.keptId,
      merged_subject_id: merge.mergedId,
      identity: JSON.stringify(merge.identity),
      filled: merge.filled,
      details: merge.details.details && JSON.stringify(merge.details.details),
      filled_details: merge.details.filled,
      group_ids: merge.groupIds,
      added_group_ids: merge.addedGroupIds,
      test_record_ids: merge.testRecordIds,
      moved_subject_ids: merge.followers,
      user_id: merge.userId,
      kept_user_id: merge.keptUserId,
      merged_by: scope.actor.id,
      merged_at: scope.now,
    })
    .execute()
  return id
}

/**
 * Lists the merges into a subject that can be undone, the latest first; optionally only those of one merged subject. By
 * the id of a merge, also finds one that was undone.
 */
export async function findMerges(scope: ActorScope, keptId: string, which: { id?: string; mergedId?: string } = {}) {
  return scope.db
    .selectFrom('subject_merges as k')
    .leftJoin('users as u', 'u.id', 'k.merged_by')
    .where('k.kept_subject_id', '=', keptId)
    .where(sql<SqlBool>`k.merged_at > now() - make_interval(days => ${undoDays})`)
    .$if(which.id !== undefined, (query) => query.where('k.id', '=', which.id ?? ''))
    .$if(which.id === undefined, (query) => query.where('k.undone_at', 'is', null))
    .$if(which.mergedId !== undefined, (query) => query.where('k.merged_subject_id', '=', which.mergedId ?? ''))
    .select([
      'k.id',
      'k.kept_subject_id',
      'k.merged_subject_id',
      'k.identity',
      'k.filled',
      'k.details',
      'k.filled_details',
      'k.group_ids',
      'k.added_group_ids',
      'k.test_record_ids',
      'k.moved_subject_ids',
      'k.user_id',
      'k.kept_user_id',
      'k.merged_at',
      'k.undone_at',
      sql<string | null>`case when u.status <> 'deleted' then u.full_name end`.as('merged_by_name'),
    ])
    .orderBy('k.merged_at', 'desc')
    .orderBy('k.id', 'desc')
    .execute()
}
export type MergeRow = Awaited<ReturnType<typeof findMerges>>[number]

/** Marks a merge as undone and deletes its copy of the merged subject's identity, which is in use again. */
export async function markUndone(scope: ActorScope, id: string): Promise<void> {
  await scope.db
    .updateTable('subject_merges')
    .set({
      undone_at: scope.now,
      identity: null,
      filled: [],
      details: null,
      filled_details: [],
      user_id: null,
      kept_user_id: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Notes that the kept subject is known in these groups because of this merge as well. */
export async function addAddedGroups(scope: ActorScope, id: string, groupIds: readonly string[]): Promise<void> {
  await scope.db
    .updateTable('subject_merges')
    .set({ added_group_ids: sql<string[]>`added_group_ids || ${groupIds}::uuid[]` })
    .where('id', '=', id)
    .execute()
}

/** Deletes the merges of these subjects, which then cannot be undone any more. */
export async function deleteMergesOf({ db }: Scope, subjectIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('subject_merges')
    .where((where) =>
      where.or([
        sql<SqlBool>`kept_subject_id = any(${subjectIds}::uuid[])`,
        sql<SqlBool>`merged_subject_id = any(${subjectIds}::uuid[])`,
      ]),
    )
    .execute()
}
