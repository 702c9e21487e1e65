import { sql, type SqlBool } from 'kysely'
import { draftHours } from '../../../contract/limits-and-times.ts'
import { spellingsOf } from '../../../contract/rules/name-and-email.ts'
import type { TestDraft } from '../../../contract/test-records/test-draft.ts'
import { subjectInActorScope } from '../../access/actor-predicate.ts'
import type { Person } from '../../access/person.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import { subjectNow } from '../../access/subject-now.ts'
import { subjectColumns } from '../../subjects/columns.ts'

/**
 * Finds the actor's draft unless it has expired, with its subject if that is in their scope; for a merged subject, the
 * one that was kept.
 */
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
 * Stores the actor's draft in place of the earlier one, unless a test was already recorded under its key, so that a
 * late copy has no effect. Returns whether it is a new draft.
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

/** Deletes the actor's draft with this key, and returns whether there was one. */
export async function deleteDraft(scope: ActorScope, idempotencyKey: string): Promise<boolean> {
  const removed = await scope.db
    .deleteFrom('test_drafts')
    .where('user_id', '=', scope.actor.id)
    .where('idempotency_key', '=', idempotencyKey)
    .returning('user_id')
    .execute()
  return removed.length > 0
}

/**
 * Deletes the drafts of a person, and those of others about them: by these subjects, or with their typed identifiers.
 */
export async function eraseDrafts({ db }: Scope, person: Person, subjectIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('test_drafts')
    .where((where) =>
      where.or([
        where('user_id', '=', person.id),
        sql<SqlBool>`subject_id = any(${subjectIds}::uuid[])`,
        where(sql<string>`lower(trim(content -> 'typedSubject' ->> 'email'))`, 'in', spellingsOf(person.email)),
      ]),
    )
    .execute()
}
