import { sql, type SqlBool } from 'kysely'
import type { ReadingDraft } from '../../contract/test-runs/reading-draft.ts'
import { draftHours } from '../../contract/limits-and-times.ts'
import type { Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** Finds the actor's unsaved reading of a test, unless it has expired. */
export async function findReadingDraft({ db, actor }: ActorScope, runId: string) {
  return db
    .selectFrom('test_run_drafts')
    .where('test_run_id', '=', runId)
    .where('user_id', '=', actor.id)
    .where(sql<SqlBool>`kept_at > now() - make_interval(hours => ${draftHours})`)
    .select(['content', 'kept_at'])
    .executeTakeFirst()
}

/** Stores the actor's unsaved reading of a test in place of the earlier one. Returns whether there was none. */
export async function upsertReadingDraft(scope: ActorScope, runId: string, content: ReadingDraft): Promise<boolean> {
  const { tenant, actor, now } = scope
  const { rows } = await sql<{ is_new: boolean }>`
    insert into test_run_drafts (tenant_id, test_run_id, user_id, content, kept_at)
    values (${tenant.id}, ${runId}, ${actor.id}, ${JSON.stringify(content)}::jsonb, ${now}::timestamptz)
    on conflict (tenant_id, test_run_id, user_id) do update set content = excluded.content, kept_at = excluded.kept_at
    returning xmax = 0 as is_new`.execute(scope.db)
  return rows[0]?.is_new ?? false
}

export async function deleteReadingDraft({ db, actor }: ActorScope, runId: string): Promise<void> {
  await db.deleteFrom('test_run_drafts').where('test_run_id', '=', runId).where('user_id', '=', actor.id).execute()
}

/** Deletes everybody's unsaved readings of tests that have ended. */
export async function deleteReadingDrafts({ db }: Scope, runIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('test_run_drafts')
    .where(sql<SqlBool>`test_run_id = any(${runIds}::uuid[])`)
    .execute()
}

/** Deletes a person's unsaved readings of tests in progress. */
export async function eraseReadingDrafts({ db }: Scope, person: Person): Promise<void> {
  await db.deleteFrom('test_run_drafts').where('user_id', '=', person.id).execute()
}
