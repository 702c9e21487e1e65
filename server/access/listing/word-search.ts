import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { typedWords } from '../../../contract/rules/folding.ts'
import { inWhole, isToldByWhole } from '../../../contract/subjects/search-words.ts'
import type { Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { boundsOf, startsWith } from './starts-with.ts'

/**
 * A table with a row for each start of a word, such as `group_words`. It has an index by word and one by the word's owner
 * and word.
 */
type Words = Extract<keyof Tables, `${string}_words`>

/** The column of the words' owner, such as `group_id`. */
function ownerIn(table: Words): string {
  return table.replace(/_words$/, '_id')
}

/**
 * The number of matching words at which reading them costs about as much as scanning rows in order and checking the
 * words of each.
 */
const few = 5000

/** Common words are counted only up to this number while another word of the search matches fewer. */
const fewest = 250

/**
 * Orders texts by how many words begin with them, the rarest first; `isRare` marks those that few words begin with.
 * That number decides which plan is faster, and only counting finds it: the planner knows neither the text nor the
 * statistics of a newly filled table. `unlessRare` is evaluated in the same round trip if no text is rare. If
 * `isUseless` holds, nothing is counted and no text is rare.
 */
export async function rarestFirst<T = null>(
  scope: Scope,
  table: Words,
  texts: readonly string[],
  {
    isUseless = sql`false`,
    unlessRare = sql`null`,
  }: { isUseless?: RawBuilder<boolean>; unlessRare?: RawBuilder<T> } = {},
): Promise<{ ordered: { text: string; isRare: boolean }[]; unlessRare: T | null }> {
  const longest = longestFirst(texts)
  const countsTo = (atMost: number) =>
    sql`array[${sql.join(longest.map((text) => countOf(scope, table, text, atMost)))}]`
  // OFFSET 0 keeps the planner from counting again for each use.
  const { rows } = await sql<{ counts: number[] | null; other: T | null }>`
    select counts, case when counts is null or ${sql.lit(few)} < all (counts) then ${unlessRare} end as other
    from (
      select case when not ${isUseless} then (
        select case when ${sql.lit(fewest)} >= any (near) then near else ${countsTo(few)} end
        from (select ${countsTo(fewest)} as near offset 0) as nearest
      ) end as counts offset 0
    ) as counted
  `.execute(scope.db)
  const [{ counts: counted, other } = { counts: null, other: null }] = rows
  const ordered = longest
    .map((text, i) => ({ text, count: counted?.[i] ?? Infinity }))
    .toSorted((one, another) => one.count - another.count)
    .map(({ text, count }) => ({ text, isRare: count <= few }))
  return { ordered, unlessRare: other }
}

/**
 * Selects the bounds `low` and `high` of the words that begin with the rarest text, and their number up to one more
 * than `atMost`. Finds the rarest in the same statement, which saves the round trip of `rarestFirst` where the plan
 * does not depend on the number.
 */
export function rarestBounds(
  scope: Scope,
  table: Words,
  texts: readonly string[],
  atMost: number,
): RawBuilder<unknown> {
  const bounds = longestFirst(texts).map((text, place) => {
    const { low, high } = boundsOf(text)
    return sql`(${countOf(scope, table, text, atMost)}, ${sql.lit(place)}, ${low}::text, ${high}::text)`
  })
  return sql`select low, high, count from (values ${sql.join(bounds)}) as texts (count, place, low, high)
    order by count, place limit 1`
}

/** Counts the words that begin with a text, up to one more than `atMost`. */
function countOf(scope: Scope, table: Words, text: string, atMost: number): RawBuilder<number> {
  return sql<number>`(
    select count(*)::int from (
      select from ${sql.table(table)} as w
      where w.tenant_id = ${scope.tenant.id} and ${startsWith('w.word', text)}
      order by w.word limit ${sql.lit(atMost + 1)}
    ) as found)`
}

/** Orders texts by length, because the longer of two equally common texts is more selective. */
export function longestFirst(texts: readonly string[]): string[] {
  return texts.toSorted((one, other) => other.length - one.length)
}

/** Matches rows, by their id as `alias.id`, that have a word beginning with a text that few words begin with. */
function isOneOfFew(scope: Scope, table: Words, id: string, text: string): RawBuilder<SqlBool> {
  // The array makes the planner read the words once and then the rows by id.
  return sql<SqlBool>`${sql.ref(id)} = any(array(
    select ${sql.ref(`w.${ownerIn(table)}`)} from ${sql.table(table)} as w
    where w.tenant_id = ${scope.tenant.id} and ${startsWith('w.word', text)}))`
}

/**
 * Matches rows, by their id as `alias.id`, that have a word beginning with a text that many words begin with: each row
 * is checked.
 */
export function hasWord(scope: Scope, table: Words, id: string, text: string): RawBuilder<SqlBool> {
  // OFFSET 0 keeps the planner from reading all such words first.
  return sql<SqlBool>`exists (
    select from ${sql.table(table)} as own
    where own.tenant_id = ${scope.tenant.id} and ${sql.ref(`own.${ownerIn(table)}`)} = ${sql.ref(id)}
      and ${startsWith('own.word', text)}
    offset 0)`
}

/** Matches rows, by their id as `alias.id`, that have a word for each typed word to begin. */
export async function isFoundBy(scope: Scope, table: Words, id: string, typed: string): Promise<RawBuilder<SqlBool>> {
  const words = typedWords(typed)
  if (words.length === 0) return sql<SqlBool>`false`
  const { ordered } = await rarestFirst(scope, table, words)
  const conditions = ordered.map(({ text, isRare }, i) =>
    i === 0 && isRare ? isOneOfFew(scope, table, id, text) : hasWord(scope, table, id, text),
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/**
 * Selects the subjects that have a word for each typed word to begin; the rarest word is given first. A subject may
 * appear several times.
 */
export function subjectsFoundBy(
  scope: Scope,
  [rarest = '', ...others]: readonly string[],
): RawBuilder<{ subject_id: string }> {
  const conditions = [startsWith('w.word', rarest), ...others.map((other) => alsoBegins(scope, other))]
  return sql`select w.subject_id from subject_words as w
    where w.tenant_id = ${scope.tenant.id} and ${sql.join(conditions, sql` and `)}`
}

/** Tells whether a text begins a word of the subject that the word `w` belongs to. */
export function alsoBegins(scope: Scope, text: string): RawBuilder<SqlBool> {
  const isAmong = hasWord(scope, 'subject_words', 'w.subject_id', text)
  if (!isToldByWhole(text)) return isAmong
  return sql<SqlBool>`case when w.whole is not null then strpos(w.whole, ${inWhole(text)}) > 0
    else ${isAmong} end`
}
