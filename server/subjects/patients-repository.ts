import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Span } from '../../contract/fhir/moments.ts'
import type { List } from '../../contract/listing.ts'
import { typedWords } from '../../contract/rules/folding.ts'
import { inActorScope, recordInActorScope, subjectInActorScope } from '../access/actor-predicate.ts'
import type { CsvRows } from '../access/exports/copy-rows.ts'
import { sortedList, type KeyColumn } from '../access/listing/listing.ts'
import { isFoundBy } from '../access/listing/word-search.ts'
import type { ActorScope } from '../access/scope.ts'
import { subjectColumns } from './columns.ts'
import { holdersOf } from './holders-repository.ts'

/** An identifier of a Patient, or of one who was merged into it, in any spelling: a row's own id, an NHS number, a local ID of a group or of any, or a custom ID. */
export type WantedIdentifier =
  | { kind: 'id' | 'nhs' | 'custom'; value: string }
  | { kind: 'local'; value: string; groupId: string | undefined }

/** A filter of subjects, of which all parts apply. Of a list in a list, one of the inner ones is enough. */
export interface PatientFilter {
  ids?: readonly string[]
  groupIds?: readonly string[]
  /** When the subject was changed last. Times are ISO 8601 in UTC; `before` is not included. */
  changed?: readonly Span[]
  born?: readonly Span[]
  identifiers?: readonly (readonly WantedIdentifier[])[]
  /** Beginnings of words of a first name, a last name or either. */
  names?: readonly { part: 'any' | 'first' | 'last'; texts: readonly string[] }[]
  sexes?: readonly (readonly string[])[]
  /** False if the tenant keeps nobody's sex, which is then unknown. */
  keepsSex?: boolean
}

/** When a subject `s` with its identity `i` was changed last. */
const changedAt = sql<Date>`greatest(s.updated_at, i.updated_at)`

/** Selects subjects `s` with their identity `i`, without erased ones. */
function patients(scope: ActorScope) {
  return scope.db.selectFrom('subjects as s').innerJoin('subject_identities as i', 'i.subject_id', 's.id')
}

/** Those that the actor sees: all that a group of their scope knows with view-subjects, otherwise the actor alone. */
function isSeen(scope: ActorScope): RawBuilder<SqlBool> {
  if (scope.actor.permissions.includes('view-subjects')) return subjectInActorScope(scope, 's')
  return sql<SqlBool>`s.user_id = ${scope.actor.id}::uuid`
}

interface Keys {
  subject_id: string
}
const id: KeyColumn<Keys> = { column: sql.ref('s.id'), type: 'uuid', valueOf: (row) => row.subject_id }
const orders = sortedList<List & { default: 'id' | '-id' }, Keys>({ id: [id] })

/** Reads a page of the subjects that the actor sees and that match a filter, in the order of adding, with their total. */
export async function listPatientRows(
  scope: ActorScope,
  filter: PatientFilter,
  asked: { per_page: number; cursor?: string | undefined; sort: 'id' | '-id' },
) {
  const page = orders.page({ ...asked, ...filter })
  const found = patients(scope).where(await whereOf(scope, filter))
  const rows = found
    .select(patientColumns(scope))
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.read(scope.db, { rows, matching: found.select('s.id') })
}

/** Counts the subjects that the actor sees and that match a filter. */
export async function countPatientRows(scope: ActorScope, filter: PatientFilter): Promise<number> {
  const found = patients(scope).where(await whereOf(scope, filter))
  const row = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirst()
  return row?.count ?? 0
}

async function whereOf(scope: ActorScope, filter: PatientFilter): Promise<RawBuilder<SqlBool>> {
  const { ids, groupIds, changed = [], born = [], identifiers = [], names = [], sexes = [], keepsSex } = filter
  const conditions = [isSeen(scope)]
  if (ids !== undefined) conditions.push(sql`s.id = any(${ids}::uuid[])`)
  if (groupIds !== undefined) {
    conditions.push(sql`exists (
      select from subject_groups as known
      where known.tenant_id = ${scope.tenant.id} and known.subject_id = s.id and known.group_id = any(${groupIds}::uuid[])
        and ${inActorScope(scope, { organisation: 'known.organisation_id', group: 'known.group_id', subject: 's.id' })})`)
  }
  conditions.push(...within(changedAt, 'timestamptz', changed), ...within(sql.ref('i.date_of_birth'), 'date', born))
  for (const wanted of identifiers) conditions.push(oneOf(wanted.map((one) => isIdentified(scope, one))))
  for (const { part, texts } of names) {
    conditions.push(oneOf(await Promise.all(texts.map((text) => isNamed(scope, part, text)))))
  }
  for (const wanted of sexes) conditions.push(isOfSex(scope, wanted, keepsSex ?? false))
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

function within(column: RawBuilder<unknown>, type: 'timestamptz' | 'date', spans: readonly Span[]) {
  return spans.flatMap(({ from, before }) => [
    ...(from === undefined ? [] : [sql<SqlBool>`${column} >= ${from}::${sql.raw(type)}`]),
    ...(before === undefined ? [] : [sql<SqlBool>`${column} < ${before}::${sql.raw(type)}`]),
  ])
}

function oneOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

function isIdentified({ tenant }: ActorScope, wanted: WantedIdentifier): RawBuilder<SqlBool> {
  const key = sql`lower(${wanted.value}::text)`
  switch (wanted.kind) {
    case 'id':
      return sql<SqlBool>`s.id = ${wanted.value}::uuid`
    case 'nhs':
      return isOneOf(sql`
        select h.subject_id from ${holdersOf({ tenant }, { by: 'nhsNumber', nhsNumber: sql`${wanted.value}::text` })} h`)
    case 'custom':
      return isOneOf(sql`
        select c.subject_id from subject_identities c
        where c.tenant_id = ${tenant.id} and (c.custom_id_1_key = ${key} or c.custom_id_2_key = ${key})
        union all
        select f.subject_id from merged_subjects f
        where f.tenant_id = ${tenant.id} and (f.custom_id_1_key = ${key} or f.custom_id_2_key = ${key})`)
    case 'local': {
      // A local ID is of the group that has added whoever has it, or had it before they were merged.
      const ofGroup = wanted.groupId === undefined ? sql`true` : sql`o.group_id = ${wanted.groupId}::uuid`
      return isOneOf(sql`
        select o.id from subject_identities l join subjects o on o.tenant_id = ${tenant.id} and o.id = l.subject_id
        where l.tenant_id = ${tenant.id} and l.local_id_key = ${key} and ${ofGroup}
        union all
        select f.subject_id from merged_subjects f join subjects o on o.tenant_id = ${tenant.id} and o.id = f.id
        where f.tenant_id = ${tenant.id} and lower(f.local_id) = ${key} and ${ofGroup}`)
    }
  }
}

function isOneOf(subjectIds: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`s.id = any(array(${subjectIds}))`
}

const partsOfName = {
  any: sql`concat_ws(' ', i.first_name, i.last_name)`,
  first: sql`i.first_name`,
  last: sql`i.last_name`,
} as const

/**
 * Matches a subject with a word of its name that begins with each of the typed ones. The words by which lists are searched lead to
 * few subjects, and those of emails and IDs among them are told apart by the name itself.
 */
async function isNamed(scope: ActorScope, part: keyof typeof partsOfName, typed: string): Promise<RawBuilder<SqlBool>> {
  const name = sql`search_marked(coalesce(${partsOfName[part]}, ''))`
  // A word begins at the start of a name, and after what stands between words. An apostrophe may do or not.
  const words = sql`translate(concat(' ', replace(${name}, '''', ''), ' ', replace(${name}, '''', ' ')), '-.,/()', '      ')`
  const begun = typedWords(typed).map((word) => sql<SqlBool>`strpos(${words}, ${` ${word}`}) > 0`)
  const isFound = await isFoundBy(scope, 'subject_words', 's.id', typed)
  return sql<SqlBool>`(${sql.join([isFound, ...begun], sql` and `)})`
}

function isOfSex({ tenant }: ActorScope, wanted: readonly string[], isKept: boolean): RawBuilder<SqlBool> {
  if (!isKept) return wanted.includes('unknown') ? sql<SqlBool>`true` : sql<SqlBool>`false`
  return sql<SqlBool>`coalesce((
    select d.sex from subject_details as d where d.tenant_id = ${tenant.id} and d.subject_id = s.id
  ), 'unknown') = any(${wanted}::text[])`
}

/** Selects what a subject is written from, with those who were merged into it. */
function patientColumns({ tenant }: ActorScope) {
  return [
    ...subjectColumns,
    changedAt.as('changed_at'),
    sql<string[]>`array(
      select m.id from merged_subjects as m where m.tenant_id = ${tenant.id} and m.subject_id = s.id order by m.id
    )`.as('merged_ids'),
  ] as const
}

/** Finds those of these subjects that were merged into one whom the actor sees. */
export async function findMergedPatients(scope: ActorScope, ids: readonly string[]) {
  return patients(scope)
    .innerJoin('merged_subjects as m', 'm.subject_id', 's.id')
    .innerJoin('subjects as former', 'former.id', 'm.id')
    .where(sql<SqlBool>`m.id = any(${ids}::uuid[])`)
    .where(isSeen(scope))
    .select(['m.id', 'm.subject_id as kept_id', 'former.updated_at', 'former.kind'])
    .orderBy('m.id')
    .execute()
}
export type MergedPatientRow = Awaited<ReturnType<typeof findMergedPatients>>[number]

/** Finds a subject that the actor sees. */
export async function findPatientRow(scope: ActorScope, subjectId: string) {
  return patients(scope)
    .where('s.id', '=', subjectId)
    .where(isSeen(scope))
    .select(patientColumns(scope))
    .executeTakeFirst()
}
export type PatientRow = NonNullable<Awaited<ReturnType<typeof findPatientRow>>>

/** Selects the subjects of records `r` in the actor's scope as lines of JSON, with their details. */
export function exportPatients(scope: ActorScope, ofRecords: RawBuilder<SqlBool>, since: string | undefined): CsvRows {
  const isAsked = sql<SqlBool>`exists (
    select from test_records as r
    where r.tenant_id = ${scope.tenant.id} and r.subject_id = s.id and ${recordInActorScope(scope, 'r')}
      and (${ofRecords} or ${since === undefined ? sql`false` : sql`${changedAt} >= ${since}::timestamptz`}))`
  const rows = patients(scope)
    .leftJoin('subject_details as x', 'x.subject_id', 's.id')
    .where(isAsked)
    .select(patientColumns(scope))
    .select(['x.role', 'x.unit', 'x.room', 'x.sex', 'x.race', 'x.ethnicity', 'x.language', 'x.telephones'])
    .select(['x.address', 'x.guardian', 'x.nhs_number', 'x.consent'])
    .orderBy('s.id')
  return scope.db.selectFrom(rows.as('line')).select(sql`row_to_json(line)::text`.as('json'))
}
