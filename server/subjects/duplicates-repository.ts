import { sql, type SqlBool } from 'kysely'
import { inActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/** Those who are looked at of one date of birth: some 50 people of two million were born on one day. */
const mostBornOnOneDay = 1000
/** Those of the actor's scope who are found by the same email or ID. */
const mostOfOneIdentifier = 50

/** The subjects of the actor's scope, other than one, that are found by one of these words in full (`searchWordsOf`). */
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

/** The names of the tenant's subjects, other than one, that were born on a day, at most so many. They may be out of the actor's scope. */
export async function findBornOn({ db }: ActorScope, subjectId: string, date: string) {
  return await db
    .selectFrom('subject_identities')
    .where(sql<SqlBool>`date_of_birth = ${date}::date`)
    .where('subject_id', '<>', subjectId)
    .select(['subject_id as id', 'first_name as firstName', 'last_name as lastName'])
    .limit(sql.lit(mostBornOnOneDay))
    .execute()
}
