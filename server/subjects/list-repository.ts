import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import { searchCap } from '../../contract/listing.ts'
import { can } from '../../contract/permissions/can.ts'
import type { listSubjects } from '../../contract/subjects/endpoints.ts'
import { typedWords } from '../../contract/rules/folding.ts'
import type { subjectList } from '../../contract/subjects/subject-list.ts'
import type { SubjectDetails, SubjectListItem } from '../../contract/subjects/subject.ts'
import { inActorScope, recordInActorScope, seesAll, subjectInActorScope } from '../access/actor-predicate.ts'
import { capOf, sortedList, type KeyColumn, type ListPage } from '../access/listing/listing.ts'
import type { ActorScope } from '../access/scope.ts'
import { startsWith } from '../access/listing/starts-with.ts'
import { alsoBegins, hasWord, longestFirst, rarestBounds, rarestFirst } from '../access/listing/word-search.ts'
import { subjectColumns } from './columns.ts'

type ListQuery = Query<typeof listSubjects>
type PlaceFilter = Pick<ListQuery, 'organisation_id' | 'group_id'>

/** Reads a page of the subjects that a group of the actor's scope knows and that match the filter, with their total. */
export async function listSubjectRows(scope: ActorScope, query: ListQuery) {
  const page = orders.page(query)
  const { rows, matching } = await findSubjectRows(scope, query, (where) => pageOf(scope, where, page))
  return page.read(scope.db, { rows, matching, cap: capOf(query) })
}

/** Selects a page of the rows of `subject_groups as m`, using that table only. */
function pageOf(
  scope: ActorScope,
  where: RawBuilder<SqlBool>,
  { condition, orderBy, limit }: Pick<ListPage<unknown>, 'condition' | 'orderBy' | 'limit'>,
) {
  const cut = scope.db
    .selectFrom('subject_groups as m')
    .where(where)
    .select(['m.subject_id', 'm.name_key'])
    .where(condition)
    .orderBy(orderBy)
    .limit(limit)
  return shownSubjects(scope)
    .innerJoin(cut.as('m'), (join) => join.onRef('m.subject_id', '=', 's.id'))
    .select(['m.name_key', sql<number>`row_number() over (order by ${orderBy})`.as('place')])
    .orderBy(orderBy)
}
type Page = ReturnType<typeof pageOf>
type ListedRow = Awaited<ReturnType<Page['execute']>>[number]

interface Keys {
  subject_id: string
  name_key: string
}

/** Ids are UUIDv7, so they sort by the time of adding. */
const id: KeyColumn<Keys> = { column: sql.ref('m.subject_id'), type: 'uuid', valueOf: (row) => row.subject_id }

const orders = sortedList<typeof subjectList, Keys>({
  name: [{ column: sql.ref('m.name_key'), type: 'text', valueOf: (row) => row.name_key }, id],
  added: [id],
})

/**
 * Finds a subject in the actor's scope; undefined also when its identity was erased. With `lock`, nobody else can
 * change it.
 */
export async function findSubject(scope: ActorScope, subjectId: string, { lock = false } = {}) {
  // A statement that waits for a lock reads other tables as they were before it waited.
  if (lock) await scope.db.selectFrom('subjects').where('id', '=', subjectId).select('id').forUpdate().execute()
  return shownSubjects(scope)
    .leftJoin('users as u', 'u.id', 's.user_id')
    .where('s.id', '=', subjectId)
    .where(subjectInActorScope(scope, 's'))
    .select(detailColumns(scope))
    .executeTakeFirst()
}
export type SubjectDetailsRow = NonNullable<Awaited<ReturnType<typeof findSubject>>>

/** Finds the subjects with these ids in the actor's scope, each with the number of all groups that know it. */
export async function findSubjects(scope: ActorScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return shownSubjects(scope)
    .leftJoin('users as u', 'u.id', 's.user_id')
    .where('s.id', 'in', ids)
    .where(subjectInActorScope(scope, 's'))
    .select(detailColumns(scope))
    .select((eb) =>
      eb
        .selectFrom('subject_groups as known')
        .whereRef('known.subject_id', '=', 's.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('known_in'),
    )
    .execute()
}

/** Finds the identities of these subjects in the actor's scope, without erased ones. */
export async function findIdentities(scope: ActorScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return scope.db
    .selectFrom('subjects as s')
    .innerJoin('subject_identities as i', 'i.subject_id', 's.id')
    .where('s.id', 'in', ids)
    .where(subjectInActorScope(scope, 's'))
    .select(subjectColumns)
    .execute()
}

/** The columns that only a subject's page shows, with `u` as the linked user. */
function detailColumns(scope: ActorScope) {
  return [
    'u.id as user_id',
    'u.full_name as user_name',
    'u.email as user_email',
    's.created_at',
    's.version',
    testsOf(scope).as('tests'),
    formerOf(scope).as('former'),
  ] as const
}

/**
 * Selects subjects with their identity, the groups of the actor's scope that know them, and the time of their last
 * test.
 */
function shownSubjects(scope: ActorScope) {
  return scope.db
    .selectFrom('subjects as s')
    .innerJoin('subject_identities as i', 'i.subject_id', 's.id')
    .select([
      ...subjectColumns,
      groupsOf(scope).as('groups'),
      lastTestOf(scope, sql<Date>`r.performed_at`).as('last_tested_at'),
    ])
}
export type ShownRow = Awaited<ReturnType<ReturnType<typeof shownSubjects>['execute']>>[number]

/** Selects the groups of the actor's scope that know a subject `s`, by name. */
export function groupsOf(scope: ActorScope): RawBuilder<SubjectListItem['groups']> {
  const tenantId = scope.tenant.id
  return sql`(
    select coalesce(json_agg(
      json_build_object('id', g.id, 'name', g.name, 'organisation', json_build_object('id', o.id, 'name', o.name))
      order by g.name_key, g.id), '[]')
    from subject_groups as known
    join groups g on g.tenant_id = ${tenantId} and g.id = known.group_id
    join organisations o on o.tenant_id = ${tenantId} and o.id = known.organisation_id
    where known.tenant_id = ${tenantId} and known.subject_id = s.id
      and ${inActorScope(scope, { organisation: 'known.organisation_id', group: 'known.group_id' })})`
}

/**
 * Selects an expression over the last test `r` of a subject `s` that is not voided. Null for an actor who may not view
 * tests.
 */
export function lastTestOf<T>(scope: ActorScope, asked: RawBuilder<T>): RawBuilder<T | null> {
  if (!can({ ...scope.actor, features: scope.tenant.features }, 'view-tests')) return sql`null`
  return sql`(
    select ${asked} from test_records r
    where r.tenant_id = ${scope.tenant.id} and r.subject_id = s.id and r.state <> 'voided'
      and ${recordInActorScope(scope, 'r')}
    order by r.performed_at desc, r.id desc limit 1)`
}

function formerOf({ tenant }: ActorScope): RawBuilder<SubjectDetails['alsoKnownBy']> {
  return sql`(
    select coalesce(jsonb_agg(
      jsonb_build_object('email', f.email, 'dateOfBirth', f.date_of_birth, 'firstName', f.first_name, 'lastName', f.last_name,
        'localId', f.local_id, 'customId1', f.custom_id_1, 'customId2', f.custom_id_2)
      order by f.id), '[]')
    from merged_subjects f where f.tenant_id = ${tenant.id} and f.subject_id = s.id)`
}

function testsOf(scope: ActorScope): RawBuilder<number> {
  if (!can({ ...scope.actor, features: scope.tenant.features }, 'view-tests')) return sql`0`
  return sql`(
    select count(*)::int from test_records r
    where r.tenant_id = ${scope.tenant.id} and r.subject_id = s.id and ${recordInActorScope(scope, 'r')})`
}

interface Found {
  rows: Promise<ListedRow[]>
  /** The query of the matching subjects, to be counted, or their number. */
  matching: Expression<unknown> | number
}

/** Builds the page of the subjects that match a condition on `subject_groups as m`, which has one row per subject. */
type Cut = (where: RawBuilder<SqlBool>) => Page

/** Finds a page of the subjects of the actor's scope that match the filter, with their total. */
async function findSubjectRows(scope: ActorScope, query: ListQuery, cut: Cut): Promise<Found> {
  const known = allOf(knownIn(scope, query, 'm'), onceEach(scope, query))
  if (!query.search) return { rows: cut(known).execute(), matching: all(scope, known) }
  const words = typedWords(query.search)
  if (words.length === 0) return { rows: Promise.resolve([]), matching: 0 }
  return await findByWords(scope, query, words, known, cut)
}

function all(scope: ActorScope, where: RawBuilder<SqlBool>) {
  return scope.db.selectFrom('subject_groups as m').where(where).select('m.subject_id')
}

/** Narrows a table with both place ids to the actor's scope and the filter by place. */
export function knownIn(
  scope: ActorScope,
  { organisation_id, group_id }: PlaceFilter,
  alias: string,
): RawBuilder<SqlBool> {
  const [organisation, group, subject] = [`${alias}.organisation_id`, `${alias}.group_id`, `${alias}.subject_id`]
  const conditions = [inActorScope(scope, { organisation, group, subject })]
  if (organisation_id !== undefined) conditions.push(sql`${sql.ref(organisation)} = ${organisation_id}::uuid`)
  if (group_id !== undefined) conditions.push(sql`${sql.ref(group)} = ${group_id}::uuid`)
  return allOf(...conditions)
}

/** Keeps one row `m` per subject, by a mark that an index contains wherever the scope allows. */
export function onceEach(scope: ActorScope, query: PlaceFilter): RawBuilder<SqlBool> {
  const { userType, groupIds } = scope.actor
  if (query.group_id !== undefined) return sql<SqlBool>`true`
  const isOfGroups = userType === 'group' || userType === 'clinical'
  if (isOfGroups && groupIds.length === 1) return sql<SqlBool>`true`
  if (isOfGroups) {
    return sql<SqlBool>`not exists (
      select from subject_groups as earlier
      where earlier.tenant_id = ${scope.tenant.id} and earlier.subject_id = m.subject_id
        and earlier.group_id < m.group_id and ${knownIn(scope, query, 'earlier')})`
  }
  const isOfOne = userType === 'organisation' || userType === 'provider' || query.organisation_id !== undefined
  return isOfOne ? sql<SqlBool>`m.is_first_of_organisation` : sql<SqlBool>`m.is_home`
}

/**
 * In a scope with at most this many subjects each one's words are checked, which costs no more than counting the words.
 */
const fewestSubjects = 2 * searchCap
/** In a scope with at most this many subjects each one's words are checked if all typed words are common. */
const fewSubjects = 20_000

/**
 * Finds subjects that have a word for each typed word to begin. A rare word leads to its subjects directly. If all are
 * common, a small scope checks each of its subjects; a large one, such as a tenant, takes those whose words come first.
 * The cost is therefore similar for every search and every user.
 */
async function findByWords(
  scope: ActorScope,
  query: ListQuery,
  words: readonly string[],
  known: RawBuilder<SqlBool>,
  cut: Cut,
): Promise<Found> {
  if (!isOfTenant(scope, query)) {
    const { ordered, unlessRare: isSmall } = await rarestFirst(scope, 'subject_words', words, {
      isUseless: hasAtMost(scope, known, fewestSubjects),
      unlessRare: hasAtMost(scope, known, fewSubjects),
    })
    if (ordered[0]?.isRare) {
      const inOrder = ordered.map(({ text }) => text)
      const leading = sql`select w.subject_id from subject_words as w where ${beginsAs(scope, query, inOrder)}`
      // The array makes the planner read the words once and then the subjects by id.
      const where = allOf(known, sql<SqlBool>`m.subject_id = any(array(${leading}))`)
      return { rows: cut(where).execute(), matching: sql`select distinct subject_id from (${leading}) as found` }
    }
    if (isSmall) {
      const where = allOf(known, ...words.map((text) => hasWord(scope, 'subject_words', 'm.subject_id', text)))
      return { rows: cut(where).execute(), matching: all(scope, where) }
    }
  }
  return await findFirst(scope, query, words, (found) =>
    // The array keeps the planner from walking the whole list in order, hoping to meet enough of these soon.
    cut(allOf(known, sql`m.subject_id = any(array(${found}))`)),
  )
}

/**
 * The work to spend on a search of several words: how far each word is counted to find the rarest, and how many words
 * that begin like the rarest are read.
 */
interface Effort {
  counted: number
  read: number
}

/**
 * When all words are common, the longest counts as the rarest, and most likely enough of its subjects have the others.
 */
const firstTry: Effort = { counted: 2 * searchCap, read: 4_000 }
/** When they do not, another word may be much rarer, which takes more counting. */
const secondTry: Effort = { counted: 20_000, read: Infinity }

/**
 * Finds a page of the subjects that have a word for each typed word and whose words come first, with their number up to
 * one more than a search counts.
 */
async function findFirst(
  scope: ActorScope,
  place: PlaceFilter,
  words: readonly string[],
  cut: (found: RawBuilder<unknown>) => Page,
): Promise<Found> {
  const isAlone = words.length === 1
  let effort = firstTry
  // Some subjects have several words with one beginning, or are known in several groups.
  let most = Math.ceil(1.2 * searchCap)
  for (;;) {
    const { rows } = await sql<Counted & (ListedRow | NoRow)>`
      with rarest as materialized (
          ${isAlone ? sql`select 0 as count` : rarestBounds(scope, 'subject_words', words, effort.counted)}),
        read as materialized (${rarestWords(scope, place, words, effort)} order by w.word limit ${sql.lit(most)}),
        found as materialized (select distinct subject_id from read limit ${sql.lit(searchCap + 1)}),
        counted as (select (select count from rarest) as count_rarest,
          (select count(*)::int from read) as count_read, (select count(*)::int from found) as count_found),
        judged as (select counted.*, ${isAlone ? sql`false` : isGuess(scope, effort)} as is_guess from counted)
      select * from judged left join (${cut(sql`select subject_id from found`)}) as page on true order by place
    `.execute(scope.db)
    const [counted = noneCounted] = rows
    const isCut = counted.count_read === most
    if (counted.count_found > searchCap || !(isCut || counted.is_guess))
      return { rows: Promise.resolve(rows.filter(isListed)), matching: counted.count_found }
    if (isCut) most *= 4
    else effort = secondTry
  }
}

/** Selects the words `w` that begin like the rarest typed word, of subjects that have a word for each of the others. */
function rarestWords(
  scope: ActorScope,
  place: PlaceFilter,
  words: readonly string[],
  { read }: Effort,
): RawBuilder<unknown> {
  if (words.length === 1) return sql`select w.subject_id from subject_words as w where ${beginsAs(scope, place, words)}`
  const leading = sql`select * ${fromLeading(scope)}`
  // The longest is most likely the rarest, which all of these words begin with, so checking it excludes least and comes
  // last.
  const asked = longestFirst(words).toReversed()
  const rows = read === Infinity ? leading : sql`${leading} order by w.word limit ${sql.lit(read)}`
  return sql`select w.subject_id from (${rows}) as w
    where ${allOf(knownIn(scope, place, 'w'), ...asked.map((word) => alsoBegins(scope, word)))}`
}

function fromLeading({ tenant }: ActorScope): RawBuilder<unknown> {
  return sql`from subject_words as w where w.tenant_id = ${tenant.id}
    and w.word >= (select low from rarest) and w.word < (select high from rarest)`
}

/**
 * True if another word may be much rarer: not all words of the presumed rarest were read, and too few subjects were
 * found.
 */
function isGuess(scope: ActorScope, { counted, read }: Effort): RawBuilder<boolean> {
  if (read === Infinity) return sql`false`
  const upToOneMore = sql`select ${fromLeading(scope)} limit ${sql.lit(read + 1)}`
  return sql<boolean>`case when count_rarest > ${sql.lit(counted)} and count_found <= ${sql.lit(searchCap)}
    then (select count(*) > ${sql.lit(read)} from (${upToOneMore}) as w) else false end`
}

interface Counted {
  count_read: number
  count_found: number
  is_guess: boolean
}
const noneCounted: Counted = { count_read: 0, count_found: 0, is_guess: false }

/** The counts come in a row of their own even when the page is empty. */
interface NoRow {
  subject_id: null
}

function isListed(row: Counted & (ListedRow | NoRow)): row is Counted & ListedRow {
  return row.subject_id !== null
}

function isOfTenant(scope: ActorScope, query: ListQuery): boolean {
  return seesAll(scope) && (query.organisation_id ?? query.group_id) === undefined
}

/** Tells whether the place has at most `most` subjects. */
function hasAtMost(scope: ActorScope, known: RawBuilder<SqlBool>, most: number): RawBuilder<boolean> {
  const upToOneMore = all(scope, known).limit(sql.lit(most + 1))
  return sql<boolean>`(select count(*) <= ${sql.lit(most)} from (${upToOneMore}) as known)`
}

function allOf(...conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/**
 * Matches words `w` at a place in the actor's scope that begin with the first typed word, of subjects with a word for
 * each of the others.
 */
export function beginsAs(
  scope: ActorScope,
  place: PlaceFilter,
  [first = '', ...others]: readonly string[],
): RawBuilder<SqlBool> {
  return allOf(
    sql<SqlBool>`w.tenant_id = ${scope.tenant.id}`,
    startsWith('w.word', first),
    knownIn(scope, place, 'w'),
    ...others.map((other) => alsoBegins(scope, other)),
  )
}
