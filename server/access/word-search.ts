import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { typedWords } from '../../contract/rules/folding.ts'
import { inWhole, isToldByWhole } from '../../contract/subjects/search-words.ts'
import type { Scope } from './scope.ts'
import { boundsOf, startsWith } from './starts-with.ts'

/**
 * The tables with a row for each start of a word, and the column that says whose it is. Each has an index by word and one by
 * owner and word.
 */
const owners = {
  organisation_words: 'organisation_id',
  group_words: 'group_id',
  user_words: 'user_id',
  subject_words: 'subject_id',
  assay_words: 'assay_id',
  invite_words: 'invite_id',
} as const
type Words = keyof typeof owners

/**
 * What is read of words costs as much as reading rows in their order and asking each for its words, when about so many of
 * them begin alike.
 */
const few = 5000

/** Common words are counted no further than this while another of the same search begins no more. */
const fewest = 250

/**
 * Texts of which each is to begin a word, the one that begins the fewest first; `isRare` where it begins few.
 * Whether they are few decides which way is the short one, and only looking tells: the planner knows neither the text nor, of a
 * table that was just filled, anything else. `unlessRare` is worked out in the same round trip, where none of them is rare; where
 * `isUseless` holds, none is counted, and none said to be rare.
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
  // The offset keeps the planner from counting for each use.
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
 * The bounds `low` and `high` of the words that begin with the text of which that is found out on the way to be the rarest, and how many
 * do, to one more than `atMost`: one round trip less than `rarestFirst`, where the way is the same whatever their number.
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

/** How many words begin with a text, to one more than `atMost`. */
function countOf(scope: Scope, table: Words, text: string, atMost: number): RawBuilder<number> {
  return sql<number>`(
    select count(*)::int from (
      select from ${sql.table(table)} as w
      where w.tenant_id = ${scope.tenant.id} and ${startsWith('w.word', text)}
      order by w.word limit ${sql.lit(atMost + 1)}
    ) as found)`
}

/** Of texts that are about as common, the longer one tells more apart. */
export function longestFirst(texts: readonly string[]): string[] {
  return texts.toSorted((one, other) => other.length - one.length)
}

/** Whether a row, by its id as `alias.id`, is among those with a word that begins with a text, which are few. */
function isOneOfFew(scope: Scope, table: Words, id: string, text: string): RawBuilder<SqlBool> {
  // The words are read once, and then the rows by their ids, whatever the planner believes.
  return sql<SqlBool>`${sql.ref(id)} = any(array(
    select ${sql.ref(`w.${owners[table]}`)} from ${sql.table(table)} as w
    where w.tenant_id = ${scope.tenant.id} and ${startsWith('w.word', text)}))`
}

/** Whether a row, by its id as `alias.id`, has a word that begins with a text, where many have: each row is asked. */
export function hasWord(scope: Scope, table: Words, id: string, text: string): RawBuilder<SqlBool> {
  // The offset keeps the planner from reading all such words first.
  return sql<SqlBool>`exists (
    select from ${sql.table(table)} as own
    where own.tenant_id = ${scope.tenant.id} and ${sql.ref(`own.${owners[table]}`)} = ${sql.ref(id)}
      and ${startsWith('own.word', text)}
    offset 0)`
}

/** Whether each word that somebody typed begins a word of a row, by its id as `alias.id`. */
export async function isFoundBy(scope: Scope, table: Words, id: string, typed: string): Promise<RawBuilder<SqlBool>> {
  const words = typedWords(typed)
  if (words.length === 0) return sql<SqlBool>`false`
  const { ordered } = await rarestFirst(scope, table, words)
  const conditions = ordered.map(({ text, isRare }, i) =>
    i === 0 && isRare ? isOneOfFew(scope, table, id, text) : hasWord(scope, table, id, text),
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The ids of the subjects of the tenant of which each typed word begins one of theirs, the rarest word first; each may come several times. */
export function subjectsFoundBy(
  scope: Scope,
  [rarest = '', ...others]: readonly string[],
): RawBuilder<{ subject_id: string }> {
  const conditions = [startsWith('w.word', rarest), ...others.map((other) => alsoBegins(scope, other))]
  return sql`select w.subject_id from subject_words as w
    where w.tenant_id = ${scope.tenant.id} and ${sql.join(conditions, sql` and `)}`
}

/** Whether a text begins one of the words of the subject that the word `w` is of. */
export function alsoBegins(scope: Scope, text: string): RawBuilder<SqlBool> {
  const isAmong = hasWord(scope, 'subject_words', 'w.subject_id', text)
  if (!isToldByWhole(text)) return isAmong
  return sql<SqlBool>`case when w.whole is not null then strpos(w.whole, ${inWhole(text)}) > 0
    else ${isAmong} end`
}
