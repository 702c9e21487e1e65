import { sql, type RawBuilder } from 'kysely'
import { mostMatches, type SubjectMatch } from '../../contract/subjects/matching.ts'
import { isHeldBack } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'
import { longestFirst } from '../access/listing/word-search.ts'
import { subjectColumns } from './columns.ts'
import { beginsAs, groupsOf, knownIn, lastTestOf, onceEach } from './list-repository.ts'

interface Typed {
  words: readonly string[]
  /** The group whose subjects are listed first. */
  groupId: string | undefined
}

/** Finds the first subjects of the actor's scope that match what is typed, and whether there are more. */
export async function findMatchRows(scope: ActorScope, typed: Typed) {
  const { ids, hasMore } = await findMatches(scope, typed)
  if (ids.length === 0) return { rows: [], hasMore }
  const rows = await scope.db
    .selectFrom('subjects as s')
    .innerJoin('subject_identities as i', 'i.subject_id', 's.id')
    .where('s.id', 'in', ids)
    .select([
      ...subjectColumns,
      groupsOf(scope).as('groups'),
      isKnownIn(scope, typed.groupId).as('is_known_here'),
      isSameName(scope).as('is_same_name'),
      lastTestOf(scope, lastTestIn(scope)).as('last_test'),
    ])
    .execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (row: { subject_id: string }) => places.get(row.subject_id) ?? 0
  return { rows: rows.toSorted((one, other) => placeOf(one) - placeOf(other)), hasMore }
}

/** A subject may have several words with one beginning, in each of its groups. */
const wordsRead = 8 * mostMatches

/**
 * Finds the subjects whose words come first, in the named group and then in the whole scope. So "ann" finds Ann before
 * Annabel, and the cost does not depend on how many match.
 */
async function findMatches(scope: ActorScope, { words, groupId }: Typed): Promise<{ ids: string[]; hasMore: boolean }> {
  if (words.length === 0) return { ids: [], hasMore: false }
  const here = groupId === undefined ? undefined : startingRows(scope, words, groupId)
  const parts = [here, seesOnly(scope, groupId) ? undefined : startingRows(scope, words)]
  const { rows } = await sql<{ subject_id: string; is_here: boolean }>`
    select subject_id, is_here from (${sql.join(
      parts.filter((part) => part !== undefined),
      sql` union all `,
    )}) as found
    order by is_here desc, word, subject_id
  `.execute(scope.db)
  const found = [...new Set(rows.map(({ subject_id }) => subject_id))]
  const read = rows.filter(({ is_here }) => is_here).length
  const isCut = read === wordsRead || rows.length - read === wordsRead
  return { ids: found.slice(0, mostMatches), hasMore: found.length > mostMatches || isCut }
}

/** True if the named group is the actor's whole scope, so that there is nothing else to search. */
function seesOnly({ actor: { userType, groupIds } }: ActorScope, groupId: string | undefined): boolean {
  return (userType === 'group' || userType === 'clinical') && groupIds.length === 1 && groupIds[0] === groupId
}

function startingRows(scope: ActorScope, words: readonly string[], groupId?: string): RawBuilder<unknown> {
  return sql`(
    select w.subject_id, w.word, ${sql.lit(groupId !== undefined)} as is_here
    from subject_words as w where ${beginsAs(scope, { group_id: groupId }, longestFirst(words))}
    order by w.word, w.subject_id limit ${sql.lit(wordsRead)})`
}

/** Tells whether this group of the actor's scope knows `s`. */
function isKnownIn(scope: ActorScope, groupId: string | undefined): RawBuilder<boolean> {
  if (groupId === undefined) return sql`false`
  return sql`exists (
    select from subject_groups as m
    where m.tenant_id = ${scope.tenant.id} and m.subject_id = s.id and ${knownIn(scope, { group_id: groupId }, 'm')})`
}

/**
 * Tells whether the scope has another subject with the first and last name of `s`. A subject without a name has no
 * namesake.
 */
function isSameName(scope: ActorScope): RawBuilder<boolean> {
  const tenantId = scope.tenant.id
  return sql<boolean>`coalesce(i.first_name, i.last_name) is not null and exists (
    select from subject_groups as own
    join subject_groups as m on m.tenant_id = ${tenantId} and m.name_key = own.name_key and m.subject_id <> own.subject_id
    where own.tenant_id = ${tenantId} and own.subject_id = s.id and own.is_home
      and ${knownIn(scope, {}, 'm')} and ${onceEach(scope, {})})`
}

function lastTestIn(scope: ActorScope) {
  return sql<NonNullable<SubjectMatch['lastTest']>>`jsonb_strip_nulls(jsonb_build_object(
    'performedAt', r.performed_at, 'performedZone', r.performed_zone, 'result', r.result,
    'isHeldBack', nullif(${isHeldBack(scope, 'r.id')}, false)))`
}
