import { sql, type SqlBool } from 'kysely'
import type { ActorScope } from '../../access/scope.ts'
import { touched } from '../../access/changing/touched.ts'

/**
 * Moves the tests of one subject to another: all of them, or those of `ids` that still belong to it and were not moved
 * by a correction `since` then. A test that was corrected to somebody else and back stays where it was put. These get a new
 * version, because a form that names their former subject must not give them back to it. Returns the ids of the moved
 * tests.
 */
export async function moveTests(
  { db, tenant }: ActorScope,
  { from, to, some }: { from: string; to: string; some?: { ids: readonly string[]; since: Date } },
): Promise<string[]> {
  const moved = await db
    .updateTable('test_records')
    .set({ subject_id: to, ...(some !== undefined && touched()) })
    .where('subject_id', '=', from)
    .$if(some !== undefined, (query) =>
      query.where(
        sql<SqlBool>`id = any(${some?.ids}::uuid[]) and not exists (
          select from test_record_versions as v
          where v.tenant_id = ${tenant.id} and v.test_record_id = test_records.id
            and v.changed_at > ${some?.since} and v.subject_id not in (${from}::uuid, ${to}::uuid))`,
      ),
    )
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}

/** Counts the tests of a subject that were recorded between two instants and stand, besides those of `ids`. */
export async function countTestsBetween(
  { db }: ActorScope,
  subjectId: string,
  { from, until, besides }: { from: Date; until: Date; besides: readonly string[] },
): Promise<number> {
  const { count } = await db
    .selectFrom('test_records')
    .where('subject_id', '=', subjectId)
    .where('recorded_at', '>', from)
    .where('recorded_at', '<=', until)
    .where('state', '<>', 'voided')
    .where(sql<SqlBool>`id <> all(${besides}::uuid[])`)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the groups in which a subject was tested. */
export async function groupsOfTests({ db }: ActorScope, subjectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_records')
    .where('subject_id', '=', subjectId)
    .select('group_id')
    .distinct()
    .execute()
  return rows.map(({ group_id }) => group_id)
}
