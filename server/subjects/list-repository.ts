import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import { searchCap } from '../../contract/listing.ts'
import { can } from '../../contract/permissions/can.ts'
import type { listSubjects } from '../../contract/subjects/endpoints.ts'
import { typedWordsOf } from '../../contract/subjects/search-words.ts'
import type { subjectList } from '../../contract/subjects/subject-filter.ts'
import type { SubjectDetails, SubjectListItem } from '../../contract/subjects/subject.ts'
import { inActorScope, recordInActorScope, subjectInActorScope } from '../access/actor-predicate.ts'
import { capOf, countUpToCap, sortedList, type KeyColumn } from '../access/listing.ts'
import type { ActorScope } from '../access/scope.ts'
import { startsWith } from '../access/starts-with.ts'
import { hasWord, isOneOfFew, rarestFirst } from '../access/word-search.ts'
import { subjectColumns } from './columns.ts'

type ListQuery = Query<typeof listSubjects>
type PlaceFilter = Pick<ListQuery, 'organisation_id' | 'group_id'>

/** A page of the subjects that a group of the actor's scope knows and that fit the filter, and how many there are. */
export async function listSubjectRows(scope: ActorScope, query: ListQuery) {
  const page = orders.page(query)
  const where = await subjectsWhere(scope, query)
  const matching = scope.db.selectFrom('subject_groups as m').where(where).select(['m.subject_id', 'm.name_key'])
  const cut = matching.where(page.condition).orderBy(page.orderBy).limit(page.limit)
  return page.read(scope.db, {
    rows: shownSubjects(scope)
      .innerJoin(cut.as('m'), (join) => join.onRef('m.subject_id', '=', 's.id'))
      .select('m.name_key')
      .orderBy(page.orderBy)
      .execute(),
    matching,
    cap: capOf(query),
  })
}

interface Keys {
  subject_id: string
  name_key: string
}

/** Ids grow with time, so they stand for the time of adding. */
const id: KeyColumn<Keys> = { column: sql.ref('m.subject_id'), type: 'uuid', valueOf: (row) => row.subject_id }

const orders = sortedList<typeof subjectList, Keys>({
  name: [{ column: sql.ref('m.name_key'), type: 'text', valueOf: (row) => row.name_key }, id],
  added: [id],
})

/** One subject in the actor's scope; undefined also for one whose identity was erased. With `lock`, nobody else changes it. */
export async function findSubject(scope: ActorScope, subjectId: string, { lock = false } = {}) {
  return shownSubjects(scope)
    .leftJoin('users as u', 'u.id', 's.user_id')
    .where('s.id', '=', subjectId)
    .where(subjectInActorScope(scope, 's'))
    .select(detailColumns(scope))
    .$if(lock, (query) => query.forNoKeyUpdate('s'))
    .executeTakeFirst()
}
export type SubjectDetailsRow = NonNullable<Awaited<ReturnType<typeof findSubject>>>

/** Subjects in the actor's scope with all of these ids that are there, each with how many groups know it wherever they are. */
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

/** What the page of a subject shows besides what a list does, with the user `u` who it is. */
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

/** Subjects with their identity, the groups of the actor's scope that know them, and when they were tested last. */
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

/** The groups of the actor's scope that know a subject `s`, by name. */
export function groupsOf(scope: ActorScope): RawBuilder<SubjectListItem['groups']> {
  const tenantId = scope.tenant.id
  return sql`(
    select coalesce(jsonb_agg(
      jsonb_build_object('id', g.id, 'name', g.name, 'organisation', jsonb_build_object('id', o.id, 'name', o.name))
      order by g.name_key, g.id), '[]')
    from subject_groups as known
    join groups g on g.tenant_id = ${tenantId} and g.id = known.group_id
    join organisations o on o.tenant_id = ${tenantId} and o.id = known.organisation_id
    where known.tenant_id = ${tenantId} and known.subject_id = s.id
      and ${inActorScope(scope, { organisation: 'known.organisation_id', group: 'known.group_id' })})`
}

/** What is asked of the last test `r` of a subject `s`, voided ones aside. Null also for whoever may not view tests. */
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
      jsonb_build_object('email', f.email, 'localId', f.local_id, 'customId1', f.custom_id_1, 'customId2', f.custom_id_2)
      order by f.id), '[]')
    from merged_subjects f where f.tenant_id = ${tenant.id} and f.subject_id = s.id)`
}

function testsOf(scope: ActorScope): RawBuilder<number> {
  if (!can({ ...scope.actor, features: scope.tenant.features }, 'view-tests')) return sql`0`
  return sql`(
    select count(*)::int from test_records r
    where r.tenant_id = ${scope.tenant.id} and r.subject_id = s.id
      and ${inActorScope(scope, { organisation: 'r.organisation_id', group: 'r.group_id', subject: 'r.subject_id' })})`
}

/** The actor's scope and the filter, on `subject_groups as m`, of which each subject that fits has one row. */
async function subjectsWhere(scope: ActorScope, query: ListQuery): Promise<RawBuilder<SqlBool>> {
  const known = allOf(knownIn(scope, query, 'm'), onceEach(scope, query))
  if (!query.search) return known
  const words = typedWordsOf(query.search)
  if (words.length === 0) return sql<SqlBool>`false`
  return allOf(known, await hasWords(scope, query, words, known))
}

/** The actor's scope and the filter by place, for a table with both ids. */
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

/** Takes one row `m` of each subject, by a mark that an index holds wherever the scope allows. */
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

/** A scope with no more subjects than these is read in its order, and each subject asked for its words. */
const fewSubjects = 20_000

/**
 * Whether a subject of `subject_groups as m` has a word that begins with each of those typed. Rare words lead to it. Where
 * all are common, each subject of a small scope is asked; a large one, as a tenant is, is too much for that, and there those
 * count whose words come first. So a search costs about the same whoever asks for whatever.
 */
async function hasWords(
  scope: ActorScope,
  query: ListQuery,
  words: readonly string[],
  known: RawBuilder<SqlBool>,
): Promise<RawBuilder<SqlBool>> {
  const [rarest, ...others] = await rarestFirst(scope, 'subject_words', words)
  if (rarest === undefined) return sql<SqlBool>`true`
  const hasOthers = (id: string) => others.map(({ text }) => hasWord(scope, 'subject_words', id, text))
  if (rarest.isRare) {
    return allOf(isOneOfFew(scope, 'subject_words', 'm.subject_id', rarest.text), ...hasOthers('m.subject_id'))
  }
  if (await isSmall(scope, query, known)) {
    return allOf(hasWord(scope, 'subject_words', 'm.subject_id', rarest.text), ...hasOthers('m.subject_id'))
  }
  const fits = allOf(startsWith('f.word', rarest.text), knownIn(scope, query, 'f'), ...hasOthers('f.subject_id'))
  const { rows } = await sql<{ subject_id: string }>`
    select distinct subject_id from (
      select f.subject_id from subject_words as f
      where f.tenant_id = ${scope.tenant.id} and ${fits}
      order by f.word limit ${sql.lit(wordsPerSubject * (searchCap + 1))}
    ) as found
    limit ${sql.lit(searchCap + 1)}
  `.execute(scope.db)
  // Kept from the planner, who would walk the whole list in its order in the hope to meet so many of them soon.
  return sql<SqlBool>`m.subject_id = any(array(select unnest(${rows.map(({ subject_id }) => subject_id)}::uuid[])))`
}

async function isSmall(scope: ActorScope, query: ListQuery, known: RawBuilder<SqlBool>): Promise<boolean> {
  const isTenant = scope.actor.userType === 'tenant' && (query.organisation_id ?? query.group_id) === undefined
  if (isTenant) return false
  const inScope = scope.db.selectFrom('subject_groups as m').where(known).select('m.subject_id')
  return (await countUpToCap(scope.db, inScope, fewSubjects)) <= fewSubjects
}

/** A subject has a few words that begin alike at most. */
const wordsPerSubject = 3

function allOf(...conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Whether the word `w` of a subject, at a place in the actor's scope, begins with one of those typed, and others of its words with the rest. */
export function beginsAs(scope: ActorScope, place: PlaceFilter, typed: readonly string[]): RawBuilder<SqlBool> {
  // The longest tells the most apart.
  const [longest = '', ...others] = typed.toSorted((one, other) => other.length - one.length)
  const tenantId = scope.tenant.id
  const conditions = [
    sql<SqlBool>`w.tenant_id = ${tenantId}`,
    startsWith('w.word', longest),
    knownIn(scope, place, 'w'),
    ...others.map(
      (word) => sql<SqlBool>`exists (
        select from subject_words as o
        where o.tenant_id = ${tenantId} and o.subject_id = w.subject_id and ${startsWith('o.word', word)})`,
    ),
  ]
  return allOf(...conditions)
}
