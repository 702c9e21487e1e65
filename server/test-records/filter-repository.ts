import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { mayImport } from '../../contract/permissions/can.ts'
import { readResults, type StateFilter, type TestRecordFilter } from '../../contract/test-records/filter.ts'
import type { Origin } from '../../contract/test-records/origin.ts'
import type { SecondReading } from '../../contract/test-records/test-record.ts'
import { typedWords } from '../../contract/rules/folding.ts'
import { testIdBeginnings, testIdPart } from '../../contract/rules/test-id.ts'
import { readIdentifier } from '../../contract/rules/written-characters.ts'
import { recordInActorScope, seesAll } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'
import { inMonth } from '../access/listing/in-month.ts'
import { startsWith } from '../access/listing/starts-with.ts'
import { rarestFirst, subjectsFoundBy } from '../access/listing/word-search.ts'

/**
 * Builds the condition on `test_records as r` for the actor's scope and the filter. List, count, dashboard and export
 * all use it; the export with the scope of what leaves.
 */
export async function recordsWhere(
  scope: ActorScope,
  { search, ...filter }: TestRecordFilter,
  inScope = recordInActorScope,
): Promise<RawBuilder<SqlBool>> {
  const where = recordsWithoutSearch(scope, filter, inScope)
  return search ? sql<SqlBool>`${where} and ${await matches(scope, search)}` : where
}

/** Builds the condition for a filter without a search, which needs no query of its own. */
export function recordsWithoutSearch(
  scope: ActorScope,
  filter: Omit<TestRecordFilter, 'search'>,
  inScope = recordInActorScope,
): RawBuilder<SqlBool> {
  const conditions = [inScope(scope, 'r')]
  const {
    from,
    to,
    result,
    state,
    reading,
    second_reading,
    organisation_id,
    group_id,
    recorded_by,
    origin,
    import_id,
    subject_id,
    assay_id,
    analyte_id,
    analyte_result,
    lot,
    weekday,
    hour,
    zone,
    month,
  } = filter
  if (from !== undefined) conditions.push(sql`r.performed_at >= ${from}::timestamptz`)
  if (to !== undefined) conditions.push(sql`r.performed_at <= ${to}::timestamptz`)
  if (result !== undefined) conditions.push(withResult(result))
  if (state !== 'all') conditions.push(inState(state))
  // Literals, so that the planner can choose a partial index.
  if (reading !== undefined) conditions.push(sql`r.reading = ${sql.lit(reading)}`)
  if (second_reading !== undefined) conditions.push(withSecondReading(scope, second_reading))
  if (organisation_id !== undefined) conditions.push(sql`r.organisation_id = ${organisation_id}::uuid`)
  if (group_id !== undefined) conditions.push(sql`r.group_id = ${group_id}::uuid`)
  if (recorded_by !== undefined) conditions.push(sql`r.recorded_by = ${recorded_by}::uuid`)
  if (origin !== undefined) conditions.push(ofOrigin(scope, origin))
  if (import_id !== undefined) conditions.push(madeByImport(scope, import_id))
  if (assay_id !== undefined) conditions.push(sql`r.assay_id = ${assay_id}::uuid`)
  if (analyte_id !== undefined || analyte_result !== undefined) {
    const line = JSON.stringify([{ analyteId: analyte_id, result: analyte_result }])
    conditions.push(sql`r.analyte_results @> ${line}::jsonb`)
  }
  if (lot !== undefined) conditions.push(sql`r.lot = any(${formsOfLot(lot)}::text[])`)
  if (weekday !== undefined || hour !== undefined)
    conditions.push(byTheClock({ weekday, hour, zone }, 'r.performed_at'))
  if (month !== undefined) conditions.push(inMonth(month))
  if (subject_id !== undefined) conditions.push(sql`r.subject_id = ${subject_id}::uuid`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The asked lot, and its normalised form; older records may contain the other one. */
export function formsOfLot(lot: string): string[] {
  return [...new Set([lot, readIdentifier(lot)])]
}

/** Tells whether a filter only filters by state, as when a list is opened. */
export function isOfStateAlone({ state: _state, zone: _zone, ...others }: TestRecordFilter): boolean {
  return Object.values(others).every((value) => value === undefined || value === '')
}

/** Matches instants in a column at which a zone's clock shows this weekday and hour. */
export function byTheClock(
  { weekday, hour, zone = 'UTC' }: Pick<TestRecordFilter, 'weekday' | 'hour' | 'zone'>,
  column: string,
): RawBuilder<SqlBool> {
  const shown = sql`${sql.ref(column)} at time zone ${zone}`
  const conditions = [sql`true`]
  if (weekday !== undefined) conditions.push(sql`extract(isodow from ${shown}) = ${weekday}::int`)
  if (hour !== undefined) conditions.push(sql`extract(hour from ${shown}) = ${hour}::int`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Several results are literals, so that the planner sees how many records they match. */
function withResult(filter: NonNullable<TestRecordFilter['result']>): RawBuilder<SqlBool> {
  const [first, ...others] = readResults(filter)
  if (others.length === 0) return sql<SqlBool>`r.result = ${first}`
  return sql<SqlBool>`r.result in (${sql.join([first, ...others].map((result) => sql.lit(result)))})`
}

/** States are literals, so that the planner can choose the partial index of changed records. */
function inState(state: Exclude<StateFilter, 'all'>): RawBuilder<SqlBool> {
  return state === 'current' ? sql<SqlBool>`r.state <> 'voided'` : sql<SqlBool>`r.state = ${sql.lit(state)}`
}

/**
 * Matches records by where they come from, which no index knows. Those of files and tokens are found by the people in
 * whose names they are recorded, who record little else, and at once if there are none.
 */
function ofOrigin({ tenant }: ActorScope, origin: Origin): RawBuilder<SqlBool> {
  const isOfOrigin = sql<SqlBool>`r.origin = ${sql.lit(origin)}`
  if (origin === 'here') return isOfOrigin
  return sql<SqlBool>`${isOfOrigin} and r.recorded_by = any(array(
    select f.recorded_by from record_origins as f where f.tenant_id = ${tenant.id} and f.kind = ${sql.lit(origin)}))`
}

/** Matches the records that an import has made. One that the actor does not see has made none, as one that is not there. */
function madeByImport(scope: ActorScope, importId: string): RawBuilder<SqlBool> {
  const { actor, tenant } = scope
  if (!mayImport({ ...actor, features: tenant.features })) return sql<SqlBool>`false`
  const isSeen = seesAll(scope) ? sql`true` : sql`i.organisation_id = ${actor.organisationId}::uuid`
  return sql<SqlBool>`r.id = any(array(
    select m.record_id from imports as i join imported_tests as m on m.tenant_id = ${tenant.id} and m.import_id = i.id
    where i.tenant_id = ${tenant.id} and i.id = ${importId}::uuid and ${isSeen}))`
}

/** A patient only sees readings that agree, so other states match nothing for them. */
function withSecondReading({ actor }: ActorScope, state: SecondReading): RawBuilder<SqlBool> {
  if (actor.userType === 'patient' && state !== 'agreed') return sql<SqlBool>`false`
  return sql<SqlBool>`r.second_reading = ${sql.lit(state)}`
}

/**
 * Up to this many matching subjects, records are found by subject; beyond it, records are walked in order and checked
 * against the subjects.
 */
const fewSubjects = 500

/** A search that is part of more test IDs than this tells too little; it finds those that it happens to find. */
const mostOfPart = 500

/**
 * Matches the start of a test ID, with or without its prefix, any part of one that finds nothing else, or words of the subject's name, email and IDs. The number of matching subjects
 * decides which plan is faster, and only a query tells it: the wrong plan takes seconds among a million records.
 */
async function matches(scope: ActorScope, search: string): Promise<RawBuilder<SqlBool>> {
  const beginnings = testIdBeginnings(search, scope.tenant.idPrefix).map((start) => startsWith('r.test_id', start))
  const isTestId = sql<SqlBool>`(${sql.join(beginnings, sql` or `)})`
  const words = typedWords(search)
  if (words.length === 0) return isTestId
  const ordered = words.length === 1 ? words : (await rarestFirst(scope, 'subject_words', words)).ordered.map(textOf)
  const subjects = subjectsFoundBy(scope, ordered)
  // With a generic plan a text that matches nothing would walk all records in order, so each text is planned by itself.
  const { rows } = await sql<{ ids: string[] }>`
    select array(select distinct subject_id from (${subjects}) as s limit ${sql.lit(fewSubjects + 1)}) as ids,
      set_config('plan_cache_mode', 'force_custom_plan', true)
  `.execute(scope.db)
  const ids = rows[0]?.ids ?? []
  const part = testIdPart(search)
  if (ids.length === 0 && part !== undefined) {
    return sql<SqlBool>`(${isTestId} or r.test_id = any(${await testIdsWith(scope, part)}::text[]))`
  }
  const ofSubject =
    ids.length <= fewSubjects ? sql`r.subject_id = any(${ids}::uuid[])` : sql`r.subject_id in (${subjects})`
  return sql<SqlBool>`(${isTestId} or ${ofSubject})`
}

/**
 * Finds test IDs by any part of what follows their prefix. It reads all IDs of the tenant in their index: a fifth of a second for a million,
 * which a column for each part would cost at every test that is recorded.
 */
async function testIdsWith({ db, tenant }: ActorScope, part: string): Promise<string[]> {
  const { rows } = await sql<{ found: string[] }>`
    select array(
      select test_id from test_records
      where tenant_id = ${tenant.id} and split_part(test_id, '-', 2) like ${`%${part}%`} limit ${sql.lit(mostOfPart)}
    ) as found
  `.execute(db)
  return rows[0]?.found ?? []
}

function textOf({ text }: { text: string }): string {
  return text
}
