import { sql } from 'kysely'
import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import { differenceFields, type DifferenceField } from '../../../contract/imports/differences.ts'
import type { ImportPreview, ImportState } from '../../../contract/imports/import.ts'
import { mostRowsOfTest } from '../../../contract/limits-and-times.ts'
import { touched } from '../../access/changing/touched.ts'
import type { Scope } from '../../access/scope.ts'
import type { KeptRun, KeptUndo } from '../../access/tables/imports.ts'
import { keepMade, undoneKey, type Made } from './known-repository.ts'
import type { JudgedRow, PendingRow } from './units.ts'

/** The rows from which one transaction begins. */
const rowsAtOnce = 500

/** Locks an import for a step of its work, if it is in this state. */
export async function holdImport(scope: Scope, importId: string, states: readonly ImportState[]) {
  return scope.db
    .selectFrom('imports')
    .where('id', '=', importId)
    .where('state', 'in', states)
    .forNoKeyUpdate()
    .select(['id', 'state', 'file_name', 'organisation_id', 'answers', 'head', 'summary', 'place', 'run', 'undo'])
    .select(['acting_by', 'origin_id'])
    .executeTakeFirst()
}
export type HeldImport = NonNullable<Awaited<ReturnType<typeof holdImport>>>

/**
 * Has what is looked up meanwhile planned for the values that are sought. A plan that was prepared while a first file was matched,
 * and nobody was known yet, would read all known people and tests again for each row of it.
 */
export async function plannedForValues<T>({ db }: Scope, lookUp: () => Promise<T>): Promise<T> {
  const plan = (mode: 'force_custom_plan' | 'auto') =>
    sql`select set_config('plan_cache_mode', ${mode}, true)`.execute(db)
  await plan('force_custom_plan')
  const found = await lookUp()
  await plan('auto')
  return found
}

/** The rows of the tests that a step takes are at most these and those of one more test. */
const mostTaken = rowsAtOnce + mostRowsOfTest

/**
 * Takes the next rows that are right, with all rows of the tests that begin among them, and the place behind them. If these
 * tests have too many rows for one step, it takes the first ones. A test whose first row is before the place was taken before.
 * Undefined behind the last row. Each row is looked up by itself, because PostgreSQL has no statistics yet of rows that were just
 * stored, and would read the whole file for each step.
 */
export async function takeRows(
  { db, tenant }: Scope,
  importId: string,
  place: number,
): Promise<{ rows: PendingRow[]; place: number } | undefined> {
  const { rows } = await sql<PendingRow & { first: number; behind: number }>`
    with next as materialized (
      select line, test_key from import_rows
      where tenant_id = ${tenant.id} and import_id = ${importId} and outcome = 'right' and line > ${place}
      order by line limit ${rowsAtOnce}
    ), taken as materialized (
      select units.first, r.line from (
        select min(line) as first, test_key from next group by test_key, case when test_key is null then line end order by first
      ) as units cross join lateral (
        (select line, outcome from import_rows
          where tenant_id = ${tenant.id} and import_id = ${importId} and test_key = units.test_key offset 0)
        union all select units.first, 'right' where units.test_key is null
      ) as r where r.outcome = 'right'
      order by units.first limit ${mostTaken}
    )
    select taken.first, r.line, r.content, r.person_key as "personKey", r.test_key as "testKey", r.person_answer as answer,
      r.differences, r.taken, (select max(line) from next) as behind
    from taken cross join lateral (
      select line, content, person_key, test_key, person_answer, differences, taken from import_rows
      where tenant_id = ${tenant.id} and import_id = ${importId} and line = taken.line offset 0
    ) as r
    order by r.line
  `.execute(db)
  const [start] = rows
  if (start === undefined) return undefined
  const firsts = rows.map(({ first }) => first)
  const last = firsts.reduce((most, first) => Math.max(most, first))
  // The last test of a full step may have rows that were not taken.
  const isCut = rows.length === mostTaken && firsts.some((first) => first < last)
  const begun = new Set(rows.flatMap(({ line, testKey }) => (line <= place && testKey !== null ? [testKey] : [])))
  const own = rows.filter(
    ({ line, first, testKey }) =>
      line > place && (testKey === null || !begun.has(testKey)) && !(isCut && first === last),
  )
  return {
    rows: own.map(({ first: _, behind: __, ...row }) => row),
    place: isCut ? last - 1 : start.behind,
  }
}

/**
 * Finds the first row of each of these tests that waits because of its cells, by the keys of the tests without numbers. Each is looked up
 * by itself, as in `takeRows`.
 */
export async function findUnread(
  { db, tenant }: Scope,
  importId: string,
  testKeys: readonly string[],
): Promise<Map<string, number>> {
  if (testKeys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; line: number }>`
    select w.key, r.line from unnest(${testKeys}::text[]) as w (key) cross join lateral (
      select line from import_rows
      where tenant_id = ${tenant.id} and import_id = ${importId} and test_key >= w.key and test_key < w.key || '/'
        and outcome = 'wrong' and problems <> '[]'
      order by line limit 1
    ) r
  `.execute(db)
  return new Map(rows.map(({ key, line }) => [key, line]))
}

/** Stores what was decided about rows. They are named twice, so that only they are read, as in `takeRows`. */
export async function putJudged({ db, tenant }: Scope, importId: string, rows: readonly JudgedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update import_rows as r set outcome = j.outcome, skipped = j.skipped, match_problems = j.problems, person = j.person,
      namesake = j.namesake, subject_id = j."subjectId", differences = j.differences, taken = case
        when j.outcome = 'made' then coalesce(j.taken, '{}')
        else array(select field from unnest(r.taken) as field
          where j.differences #> array['here', field] is not distinct from r.differences #> array['here', field]
            and j.differences #> array['file', field] is not distinct from r.differences #> array['file', field]) end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as j (line int, outcome text, skipped text, problems jsonb, person text, namesake int, "subjectId" uuid, differences jsonb, taken text[])
    where r.tenant_id = ${tenant.id} and r.import_id = ${importId} and r.line = any(${rows.map(({ line }) => line)}::int[])
      and r.line = j.line
  `.execute(db)
}

/** Lets all rows be judged anew that could be read and of which nothing was made. */
export async function forgetJudged({ db, tenant }: Scope, importId: string): Promise<void> {
  await sql`
    update import_rows set outcome = 'right', skipped = null, match_problems = '[]', person = null, namesake = null,
      subject_id = null
    where tenant_id = ${tenant.id} and import_id = ${importId}
      and (skipped in ('known', 'removed') or (outcome = 'wrong' and problems = '[]'))
  `.execute(db)
}

/** Lets the rows that were left out because their tests are known, or were marked as an error, be judged anew. */
export async function forgetLeftOut({ db, tenant }: Scope, importId: string): Promise<void> {
  await sql`
    update import_rows set outcome = 'right', skipped = null
    where tenant_id = ${tenant.id} and import_id = ${importId} and outcome = 'skipped' and skipped in ('known', 'removed')
  `.execute(db)
}

export async function putPlace(scope: Scope, importId: string, place: number, run?: KeptRun): Promise<void> {
  await scope.db
    .updateTable('imports')
    .set({ place, ...(run !== undefined && { run: JSON.stringify(run) }) })
    .where('id', '=', importId)
    .execute()
}

/** Changes the state of an import, with what goes with it. */
export async function putState(
  scope: Scope,
  importId: string,
  state: ImportState,
  news: {
    actingBy?: string
    originId?: string
    preview?: ImportPreview | null
    run?: KeptRun
    undo?: KeptUndo
    answers?: ImportAnswers
  } = {},
): Promise<void> {
  const { actingBy, originId, preview, run, undo, answers } = news
  await scope.db
    .updateTable('imports')
    .set({
      ...touched(),
      state,
      place: 0,
      ...(actingBy !== undefined && { acting_by: actingBy }),
      ...(originId !== undefined && { origin_id: originId }),
      ...(preview !== undefined && { preview: preview && JSON.stringify(preview) }),
      ...(run !== undefined && { run: JSON.stringify(run) }),
      ...(run?.endedAt && { ended_at: new Date(run.endedAt) }),
      ...(undo !== undefined && { undo: JSON.stringify(undo) }),
      ...(answers !== undefined && { answers: JSON.stringify(answers) }),
    })
    .where('id', '=', importId)
    .execute()
}

/** Counts what the rows of an import will make; rows that were made may have been removed since. Who was tested in two groups is somebody in each of them. */
export async function countPreview({ db, tenant }: Scope, importId: string): Promise<ImportPreview> {
  const { rows } = await sql<{
    made: number
    matched: number
    tests: number
    wrong: number
    skipped: number
    rowsMade: number
  }>`
    with places as (
      select distinct on (a.facility) a.facility, a."groupId" as group_id
      from imports i, jsonb_to_recordset(i.answers -> 'groups') as a (facility text, "groupId" text)
      where i.tenant_id = ${tenant.id} and i.id = ${importId} and a.facility is not null
    )
    select count(distinct (r.person_key, r.namesake, p.group_id)) filter (where outcome = 'right' and person = 'made')::int as made,
      count(distinct (r.person_key, r.subject_id, p.group_id)) filter (where outcome = 'right' and person = 'matched')::int as matched,
      count(distinct test_key) filter (where outcome = 'right')::int as tests,
      count(*) filter (where outcome = 'wrong')::int as wrong, count(*) filter (where outcome = 'skipped')::int as skipped,
      (count(*) filter (where outcome = 'made') + (select rows_removed from imports where tenant_id = ${tenant.id} and id = ${importId}))::int as "rowsMade"
    from import_rows r left join places p on p.facility = r.content #>> '{test,facility}'
    where r.tenant_id = ${tenant.id} and r.import_id = ${importId}
  `.execute(db)
  const { made = 0, matched = 0, tests = 0, wrong = 0, skipped = 0, rowsMade = 0 } = rows[0] ?? {}
  const differences = await countDifferences({ db, tenant }, importId)
  const groups = await countByGroup({ db, tenant }, importId)
  return { people: { made, matched }, tests, wrong, skipped, groups, made: rowsMade, differences }
}

/** Counts the rows that are right by the groups into which they go: of several places, the first that was answered. */
async function countByGroup(
  { db, tenant }: Pick<Scope, 'db' | 'tenant'>,
  importId: string,
): Promise<NonNullable<ImportPreview['groups']>> {
  const { rows } = await sql<{ id: string; name: string; rows: number }>`
    with places as (
      select distinct on (a.facility) a.facility, a."groupId"::uuid as group_id
      from imports i, jsonb_to_recordset(i.answers -> 'groups') as a (facility text, "groupId" text)
      where i.tenant_id = ${tenant.id} and i.id = ${importId}
    )
    select g.id, g.name, count(*)::int as rows
    from import_rows r
    cross join lateral (
      select p.group_id from (
        select r.content #>> '{test,facility}' as facility, 1 as place where jsonb_typeof(r.content -> 'test') = 'object'
        union all
        select facility, place from jsonb_array_elements_text(r.content #> '{person,facilities}') with ordinality as of_person (facility, place)
        where jsonb_typeof(r.content -> 'test') = 'null'
        union all
        select null, 1 where jsonb_typeof(r.content -> 'test') = 'null' and jsonb_array_length(r.content #> '{person,facilities}') = 0
      ) as named
      join places p on p.facility is not distinct from named.facility
      order by named.place limit 1
    ) as p
    join groups g on g.tenant_id = ${tenant.id} and g.id = p.group_id
    where r.tenant_id = ${tenant.id} and r.import_id = ${importId} and r.outcome = 'right'
    group by g.id, g.name order by rows desc, g.name
  `.execute(db)
  return rows
}

/** Counts, by field, of how many people the rows say something otherwise than is stored, and of how many it is taken. */
async function countDifferences(
  { db, tenant }: Pick<Scope, 'db' | 'tenant'>,
  importId: string,
): Promise<NonNullable<ImportPreview['differences']>> {
  const { rows } = await sql<{ field: DifferenceField; people: number; taken: number }>`
    select field, count(*)::int as people, count(*) filter (where is_taken)::int as taken
    from (
      select f.field, bool_or(f.field = any(r.taken)) as is_taken
      from import_rows r cross join lateral jsonb_object_keys(r.differences -> 'file') as f (field)
      where r.tenant_id = ${tenant.id} and r.import_id = ${importId} and r.differences is not null and r.outcome in ('right', 'made')
      group by f.field, r.person_key, r.subject_id, coalesce(r.content #>> '{test,facility}', r.content #>> '{person,facilities,0}')
    ) as of_people group by field
  `.execute(db)
  return differenceFields.flatMap((field) => rows.filter((row) => row.field === field))
}

/** Counts the rows of an import that are right. */
export async function countRight({ db, tenant }: Scope, importId: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from import_rows
    where tenant_id = ${tenant.id} and import_id = ${importId} and outcome = 'right'
  `.execute(db)
  return rows[0]?.rows ?? 0
}

/** Tells in whose name an origin's records are recorded; undefined if there is none with this id. */
export async function recorderOf({ db }: Scope, originId: string): Promise<string | undefined> {
  const row = await db.selectFrom('record_origins').where('id', '=', originId).select('recorded_by').executeTakeFirst()
  return row?.recorded_by
}

/** Takes some records of an import that are to be undone, and forgets their keys, so that they can be imported again. */
export async function takeImportedTests(scope: Scope, importId: string): Promise<Made[]> {
  const { db, tenant } = scope
  const { rows } = await sql<Made>`
    delete from imported_tests where tenant_id = ${tenant.id} and key = any(array(
      select key from imported_tests
      where tenant_id = ${tenant.id} and import_id = ${importId} and not starts_with(key, ${undoneKey}) limit ${rowsAtOnce}))
    returning key, record_id as id
  `.execute(db)
  const tests = rows.map(({ id }) => ({ key: `${undoneKey}${importId} ${id}`, id }))
  await keepMade(scope, importId, { people: [], tests })
  return rows
}

/** Takes some people whom an import has made, and forgets their keys. */
export async function takeImportedPeople({ db, tenant }: Scope, importId: string): Promise<Made[]> {
  const { rows } = await sql<Made>`
    delete from imported_people where tenant_id = ${tenant.id} and key = any(array(
      select key from imported_people where tenant_id = ${tenant.id} and import_id = ${importId} limit ${rowsAtOnce}))
    returning key, subject_id as id, facts
  `.execute(db)
  return rows
}

/** Counts the people whom rows of an import have made and who still have an identity, or are part of somebody by a merge. */
export async function countStaying({ db, tenant }: Scope, importId: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    with made as materialized (
      select distinct subject_id from import_rows
      where tenant_id = ${tenant.id} and import_id = ${importId} and outcome = 'made' and person = 'made' and subject_id is not null
    )
    select count(*)::int as people from made
    where exists (select from subject_identities i where i.tenant_id = ${tenant.id} and i.subject_id = made.subject_id)
      or exists (select from merged_subjects m where m.tenant_id = ${tenant.id} and m.id = made.subject_id)
  `.execute(db)
  return rows[0]?.people ?? 0
}

/** Finds those of these records that are not voided. */
export async function findLive({ db }: Scope, recordIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('test_records')
    .where('id', 'in', recordIds)
    .where('state', '<>', 'voided')
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Finds a user who can still be written to. */
export async function findActiveUser({ db }: Scope, userId: string) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .select(['id', 'email', 'lang'])
    .executeTakeFirst()
}
