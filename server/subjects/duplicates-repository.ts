import { sql } from 'kysely'
import { inActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/** The number of subjects with one date of birth that are compared: among two million people some 50 share one. */
const mostBornOnOneDay = 1000
/** The number of subjects in the actor's scope that are read for one email or ID. */
const mostOfOneIdentifier = 50

/** Finds the other subjects of the actor's scope that have one of these complete words (`searchWordsOf`). */
export async function findByWholeWords(
  scope: ActorScope,
  subjectId: string,
  words: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return []
  const isInScope = inActorScope(scope, {
    organisation: 'w.organisation_id',
    group: 'w.group_id',
    subject: 'w.subject_id',
  })
  const found = words.map(
    (word) => sql`(
      select w.subject_id from subject_words w
      where w.tenant_id = ${scope.tenant.id} and w.word = ${word} and w.subject_id <> ${subjectId}::uuid and ${isInScope}
      limit ${sql.lit(mostOfOneIdentifier)})`,
  )
  const { rows } = await sql<{ subject_id: string }>`${sql.join(found, sql` union `)}`.execute(scope.db)
  return rows.map(({ subject_id }) => subject_id)
}

/**
 * Finds the names of other subjects of the tenant that were born on a day, and of those merged into them, up to a limit. They may be out
 * of the actor's scope.
 */
export async function findBornOn({ db, tenant }: ActorScope, subjectId: string, date: string) {
  const isBornThen = sql`tenant_id = ${tenant.id} and date_of_birth = ${date}::date and subject_id <> ${subjectId}::uuid`
  const { rows } = await sql<{ id: string; firstName: string | null; lastName: string | null }>`
    select subject_id as id, first_name as "firstName", last_name as "lastName" from subject_identities where ${isBornThen}
    union all
    select f.subject_id, n.first_name, n.last_name
    from (select subject_id, first_name, last_name from merged_subjects where ${isBornThen}) f
    join subject_identities i on i.tenant_id = ${tenant.id} and i.subject_id = f.subject_id
    cross join lateral (
      select f.first_name, f.last_name
      union all
      select i.first_name, i.last_name
    ) n
    limit ${sql.lit(mostBornOnOneDay)}
  `.execute(db)
  return rows
}
