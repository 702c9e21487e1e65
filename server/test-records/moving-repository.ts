import { sql, type SqlBool } from 'kysely'
import type { ActorScope } from '../access/scope.ts'

/** Gives the tests of one subject to another: all of them, or those of these ids that are still its own. Answers which moved. */
export async function moveTests(
  { db }: ActorScope,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<string[]> {
  const moved = await db
    .updateTable('test_records')
    .set({ subject_id: to })
    .where('subject_id', '=', from)
    .$if(ids !== undefined, (query) => query.where(sql<SqlBool>`id = any(${ids}::uuid[])`))
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}

/** The groups in which a subject was tested. */
export async function groupsOfTests({ db }: ActorScope, subjectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_records')
    .where('subject_id', '=', subjectId)
    .select('group_id')
    .distinct()
    .execute()
  return rows.map(({ group_id }) => group_id)
}
