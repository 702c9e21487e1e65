import { sql, type SqlBool } from 'kysely'
import { draftHours } from '../../contract/test-records/opening-draft.ts'
import type { TestDraft } from '../../contract/test-records/test-draft.ts'
import { subjectInActorScope } from '../access/actor-predicate.ts'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { subjectColumns } from '../subjects/columns.ts'
import { subjectNow } from './names-repository.ts'

/** The actor's draft, unless it is over, with its subject where that is in their scope: the one that it is now, if it was merged. */
export async function findDraftRow(scope: ActorScope) {
  const inScope = subjectInActorScope(scope, 's')
  return scope.db
    .selectFrom('test_drafts as t')
    .leftJoin('merged_subjects as m', 'm.id', 't.subject_id')
    .leftJoin('subjects as s', (join) => join.on('s.id', '=', subjectNow('t.subject_id')).on(inScope))
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .where('t.user_id', '=', scope.actor.id)
    .where(sql<SqlBool>`t.kept_at > now() - make_interval(hours => ${draftHours})`)
    .select(['t.content', 't.started_at', ...subjectColumns])
    .executeTakeFirst()
}

/**
 * Keeps the actor's draft in place of the one before, unless its key has saved a test already: then a late copy of it
 * has nothing to add. Answers whether it is another draft than the one before.
 */
export async function upsertDraft(scope: ActorScope, { subjectId, ...content }: TestDraft): Promise<boolean> {
  const { tenant, actor, now } = scope
  const { rows } = await sql<{ started_at: Date }>`
    insert into test_drafts as kept (tenant_id, user_id, idempotency_key, subject_id, content, started_at, kept_at)
    select u.tenant_id, u.id, ${content.idempotencyKey}, ${subjectId}::uuid, ${JSON.stringify(content)}::jsonb,
      ${now}::timestamptz, ${now}::timestamptz
    from users u
    where u.tenant_id = ${tenant.id} and u.id = ${actor.id} and not exists (
      select from idempotency_keys k
      where k.tenant_id = ${tenant.id} and k.user_id = ${actor.id} and k.key = ${content.idempotencyKey})
    on conflict (tenant_id, user_id) do update
    set idempotency_key = excluded.idempotency_key, subject_id = excluded.subject_id, content = excluded.content,
      kept_at = excluded.kept_at,
      started_at = case when kept.idempotency_key = excluded.idempotency_key then kept.started_at else excluded.started_at end
    returning started_at`.execute(scope.db)
  return rows[0]?.started_at.getTime() === now.getTime()
}

/** Removes the actor's draft of this key; answers whether there was one. */
export async function deleteDraft(scope: ActorScope, idempotencyKey: string): Promise<boolean> {
  const removed = await scope.db
    .deleteFrom('test_drafts')
    .where('user_id', '=', scope.actor.id)
    .where('idempotency_key', '=', idempotencyKey)
    .returning('user_id')
    .execute()
  return removed.length > 0
}

/** Erases what a person was recording, and tests that somebody is recording of them: of these subjects, or as they are typed. */
export async function eraseDrafts({ db }: Scope, person: Person, subjectIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('test_drafts')
    .where((where) =>
      where.or([
        where('user_id', '=', person.id),
        sql<SqlBool>`subject_id = any(${subjectIds}::uuid[])`,
        where(sql<string>`lower(trim(content -> 'typedSubject' ->> 'email'))`, '=', emailKeyOf(person)),
      ]),
    )
    .execute()
}
