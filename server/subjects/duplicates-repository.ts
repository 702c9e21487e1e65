import { sql, type SqlBool } from 'kysely'
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
 * Finds the names of other subjects of the tenant that were born on a day, up to a limit. They may be out of the
 * actor's scope.
 */
export async function findBornOn({ db }: ActorScope, subjectId: string, date: string) {
  return await db
    .selectFrom('subject_identities')
    .where(sql<SqlBool>`date_of_birth = ${date}::date`)
    .where('subject_id', '<>', subjectId)
    .select(['subject_id as id', 'first_name as firstName', 'last_name as lastName'])
    .limit(sql.lit(mostBornOnOneDay))
    .execute()
}
