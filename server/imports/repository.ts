import { sql, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { importList, importRowList, listImportRows, listImports } from '../../contract/imports/endpoints.ts'
import type { ImportRow, ImportState, ListedImport } from '../../contract/imports/import.ts'
import type { CellProblem } from '../../contract/imports/problems.ts'
import { importDays } from '../../contract/limits-and-times.ts'
import { totalCap } from '../../contract/listing.ts'
import { seesAll, subjectInActorScope } from '../access/actor-predicate.ts'
import { touched } from '../access/changing/touched.ts'
import { sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { subjectNow } from '../access/subject-now.ts'
import { undoneKey } from './running/known-repository.ts'

/** Selects the imports that the actor sees: all as the tenant's administrator, else those of their organisation. */
function seenImports(scope: ActorScope) {
  const all = scope.db.selectFrom('imports as i')
  return seesAll(scope) ? all : all.where('i.organisation_id', '=', scope.actor.organisationId)
}

/** What a list tells of each import, besides the numbers of its summary: nothing that grows with what a file names. */
const listedColumns = [
  'i.id',
  'i.organisation_id as organisationId',
  'i.file_name as fileName',
  'i.byte_size as bytes',
  'i.state',
  'i.rows_read as rowsRead',
  'i.preview',
  'i.run',
  'i.undo',
  'i.ended_at',
  'i.problem',
  'i.created_at as uploadedAt',
  'i.uploaded_by',
  'i.version',
] as const

const columns = [...listedColumns, 'i.answers', 'i.head', 'i.columns_are_kept as hasKnownColumns', 'i.summary'] as const

/** Imports whose rows were being made. What was made can be undone, and needs no file for it. */
export const begun: readonly ImportState[] = ['running', 'done', 'undoing', 'undone']

type ListedSummary = NonNullable<ListedImport['summary']>

interface Keys {
  id: string
  uploadedAt: Date
}
const id: KeyColumn<Keys> = { column: sql.ref('i.id'), type: 'uuid', valueOf: (row) => row.id }

const orders = sortedList<typeof importList, Keys>({
  created_at: [
    { column: sql.ref('i.created_at'), type: 'timestamptz', valueOf: (row) => row.uploadedAt.toISOString() },
    id,
  ],
})

export async function listImportsSeen(scope: ActorScope, query: Query<typeof listImports>) {
  const page = orders.page(query)
  let found = seenImports(scope)
  if (query.state !== undefined) found = found.where('i.state', '=', query.state)
  const rows = found
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .select(listedColumns)
    .select(sql<ListedSummary | null>`i.summary - 'devices' - 'facilities'`.as('summary'))
    .execute()
  return page.read(scope.db, { rows, matching: found.select('i.id'), cap: totalCap })
}

/** Finds an import that the actor sees; with `lock`, nobody else can change it until the transaction ends. */
export async function findImportSeen(scope: ActorScope, importId: string, { lock = false } = {}) {
  return seenImports(scope)
    .where('i.id', '=', importId)
    .$if(lock, (query) => query.forNoKeyUpdate('i'))
    .select(columns)
    .executeTakeFirst()
}

/** Reads the names of users by their ids. */
export async function namesOfUsers(scope: ActorScope, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.db.selectFrom('users').where('id', 'in', ids).select(['id', 'full_name']).execute()
  return new Map(rows.map((row) => [row.id, row.full_name]))
}

/** The states in which the file of an import is not needed any more. */
const withoutFile: readonly ImportState[] = ['cancelled', ...begun]

/** The bytes that a tenant's imports take, as SQL: of files that are needed, and of rows that were not removed. */
export function storedBytes(tenantId: string) {
  return sql<number>`(
    select coalesce(sum(case when state = any(${withoutFile}) then 0 else byte_size end
      + rows_bytes * greatest(0, rows_read - rows_removed) / greatest(1, rows_read)), 0)::bigint
    from imports where tenant_id = ${tenantId})`
}

/** Counts the files that wait to be imported, with the time at which the oldest was sent, and the bytes of all that is stored. */
export async function countStored({ db, tenant }: Scope) {
  return db
    .selectFrom('imports')
    .where('state', 'not in', withoutFile)
    .select((eb) => eb.fn.countAll<string>().as('files'))
    .select(storedBytes(tenant.id).as('bytes'))
    .select(sql<Date | null>`min(created_at)`.as('oldest'))
    .executeTakeFirstOrThrow()
}

interface NewImport {
  id: string
  fileName: string
  bytes: number
  /** The zone of the sender's clock. */
  zone: string
  /** The order in which the tenant writes dates. */
}

export async function insertImport(scope: ActorScope, { id: importId, fileName, bytes, zone }: NewImport) {
  await scope.db
    .insertInto('imports')
    .values({
      tenant_id: scope.tenant.id,
      id: importId,
      organisation_id: seesAll(scope) ? null : scope.actor.organisationId,
      file_name: fileName,
      byte_size: bytes,
      zone,
      uploaded_by: scope.actor.id,
      acting_by: scope.actor.id,
    })
    .execute()
}

/** Lets an import be read anew with these answers. */
export async function putAnswers(
  scope: ActorScope,
  importId: string,
  answers: ImportAnswers,
  hasKnownColumns: boolean,
): Promise<void> {
  await scope.db
    .updateTable('imports')
    .set({
      answers: JSON.stringify(answers),
      columns_are_kept: hasKnownColumns,
      acting_by: scope.actor.id,
      state: 'waiting',
      reading_id: null,
      problem: null,
      summary: null,
      preview: null,
      rows_read: 0,
      ...touched(),
    })
    .where('id', '=', importId)
    .execute()
}

export async function putCancelled(scope: ActorScope, importId: string): Promise<void> {
  await scope.db
    .updateTable('imports')
    // A run that is stopped can be undone for as long as one that has ended.
    .set({
      state: 'cancelled',
      reading_id: null,
      problem: null,
      ended_at: sql<Date>`case when run is not null then ${scope.now}::timestamptz end`,
      ...touched(),
    })
    .where('id', '=', importId)
    .execute()
}

interface RowKeys {
  line: number
}
const rowOrders = sortedList<typeof importRowList, RowKeys>({
  line: [{ column: sql.ref('r.line'), type: 'int', valueOf: (row) => String(row.line) }],
})

/** The dates of a row as they were read. */
export const datesRead = sql<ImportRow['read']>`json_build_object(
  'dateOfBirth', case when not r.problems @> '[{"code": "dayUnclear"}]' then r.content #>> '{person,dateOfBirth}' end,
  'symptomOnset', r.content #>> '{test,symptomOnset}',
  'performed', case when r.content #>> '{test,performedAt}' is not null then json_build_object(
    'at', r.content #>> '{test,performedAt}', 'day', r.content #>> '{test,performedDate}',
    'time', r.content #>> '{test,performedTime}', 'zone', r.content #>> '{test,performedZone}'
  ) end,
  'reportedAt', r.content #>> '{test,reportedAt}'
)`

const isOfAnother = sql<SqlBool>`p.problem ->> 'code' in ('emailOfAnother', 'localIdOfAnother', 'nhsNumberOfAnother')`

/**
 * What is wrong with a row `r`. Whoever else a problem is about is named from their own row, or as they are known here now, so that nobody
 * is kept in two places, and only to somebody who sees them. Of a merge nothing is said once it was undone, or to somebody who does not
 * see who was kept.
 */
export function problemsRead(scope: ActorScope) {
  const { tenant } = scope
  return sql<CellProblem[]>`(
  select coalesce(jsonb_agg(p.problem || coalesce(kept.named, (
    select jsonb_build_object('other', jsonb_build_object('firstName', o.content #> '{person,firstName}',
      'lastName', o.content #> '{person,lastName}', 'dateOfBirth', o.content #> '{person,dateOfBirth}'))
    from import_rows as o
    where ${isOfAnother} and o.tenant_id = ${tenant.id} and o.import_id = r.import_id and jsonb_typeof(o.content -> 'person') = 'object'
      and o.line = case when jsonb_typeof(p.problem -> 'value') = 'number' then (p.problem ->> 'value')::int end
  ), '{}') || case when p.problem ->> 'code' = 'yearUnclear' and exists (
    select from imports as said where said.tenant_id = ${tenant.id} and said.id = r.import_id and said.answers ->> 'twoDigitYears' <> 'ask'
  ) then '{"isAnswered": true}' else '{}' end::jsonb order by p.place), '[]')
  from jsonb_array_elements(r.problems || r.match_problems) with ordinality as p (problem, place)
  left join lateral (
    select jsonb_build_object('other', jsonb_build_object('firstName', i.first_name, 'lastName', i.last_name,
      'dateOfBirth', to_char(i.date_of_birth, 'YYYY-MM-DD'), 'email', i.email, 'localId', i.local_id)) as named
    from (select case when jsonb_typeof(p.problem -> 'value') = 'string' and (p.problem ->> 'code' in ('mergedInto', 'mayBeTwo') or ${isOfAnother})
      then (p.problem ->> 'value')::uuid end as id offset 0) as told
    left join merged_subjects as m on m.tenant_id = ${tenant.id} and m.id = told.id
    join subjects as s on s.tenant_id = ${tenant.id} and s.id = ${subjectNow('told.id')}
    join subject_identities as i on i.tenant_id = ${tenant.id} and i.subject_id = s.id
    where i.last_name is not null and ${subjectInActorScope(scope, 's')}
      and (m.id is not null or p.problem ->> 'code' <> 'mergedInto')
  ) as kept on true
  where p.problem ->> 'code' <> 'mergedInto' or kept.named is not null
)`
}

/**
 * The characters in the cells of rows that are read at once, after which fewer are read: a row may have 128 Ki of them, and all
 * that a request reads is parsed and written in one go.
 */
export const charactersAtOnce = 256 * 1024

/** Lists the rows of an import, which the caller must see. A page has fewer than it might where they are large. */
export async function listRowsOf(scope: ActorScope, importId: string, query: Query<typeof listImportRows>) {
  const page = rowOrders.page(query)
  let found = scope.db.selectFrom('import_rows as r').where('r.import_id', '=', importId)
  if (query.outcome !== undefined) found = found.where('r.outcome', '=', query.outcome)
  if (query.differs !== undefined) {
    found = found.where('r.differences', 'is not', null).where('r.outcome', 'in', ['right', 'made'])
  }
  const next = found
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .select(['r.line', 'r.cells', 'r.outcome', 'r.skipped', 'r.repeats', 'r.person', 'r.differences', 'r.taken'])
    .select(datesRead.as('read'))
    .select(problemsRead(scope).as('problems'))
    .select(sql<number>`row_number() over (order by ${page.orderBy})`.as('place'))
    .select(sql<number>`count(*) over ()::int`.as('count'))
    .select(
      sql<number>`sum(length(r.cells::text)) over (order by ${page.orderBy}) - length(r.cells::text)`.as('before'),
    )
  const rows = scope.db
    .selectFrom(next.as('next'))
    .where('next.before', '<', charactersAtOnce)
    .orderBy('next.place')
    .selectAll()
    .execute()
  const isCut = (read: readonly { count: number }[]) => read.length < (read[0]?.count ?? 0)
  return page.read(scope.db, { rows, isCut, matching: found.select('r.line'), cap: totalCap })
}

/** Whether an import is there whose file may still be needed. */
export async function isFileNeeded(scope: Scope, importId: string): Promise<boolean> {
  const found = await scope.db
    .selectFrom('imports')
    .where('id', '=', importId)
    .where('state', 'not in', withoutFile)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** The states of an import whose rows nobody sees any more. */
const over: readonly ImportState[] = ['cancelled', 'refused', 'undone']

/**
 * Deletes at most `most` rows of which nothing more is made, of one import or of all, and returns how many it deleted: those of
 * imports that are cancelled, refused, undone or more than `importDays` days old. Of those
 * that are done it deletes the rows that were made, and all once none waits, unless it is asked for one import.
 */
export async function deleteRowsOfEnded(scope: Scope, most: number, importId?: string): Promise<number> {
  const tenantId = scope.tenant.id
  const { rows } = await sql<{ rows: number }>`
    with ended as materialized (
      select i.id, i.state <> 'done' or greatest(i.created_at, i.ended_at) < now() - make_interval(days => ${importDays})
        or not exists (select from import_rows as w
          where w.tenant_id = ${tenantId} and w.import_id = i.id and w.outcome in ('wrong', 'right')) as is_over
      from imports as i
      where i.tenant_id = ${tenantId} and (${importId ?? null}::uuid is null or i.id = ${importId ?? null}::uuid)
        and (i.state = any(${importId === undefined ? [...over, 'done'] : over})
          or greatest(i.created_at, i.ended_at) < now() - make_interval(days => ${importDays}))
    ), gone as (
      delete from import_rows where tenant_id = ${tenantId} and ctid = any(array(
        select r.ctid from ended join import_rows as r on r.tenant_id = ${tenantId} and r.import_id = ended.id
        where ended.is_over or r.outcome = 'made'
        limit ${most}
      )) returning import_id
    ), counted as (
      update imports as i set rows_removed = i.rows_removed + g.rows
      from (select import_id, count(*)::int as rows from gone group by import_id) as g
      where i.tenant_id = ${tenantId} and i.id = g.import_id
    )
    select count(*)::int as rows from gone
  `.execute(scope.db)
  return rows[0]?.rows ?? 0
}

/** Deletes imports of more than `importDays` days ago whose rows are gone, at most `most`, and returns their ids. */
export async function deleteEndedImports(scope: Scope, most: number): Promise<string[]> {
  const ended = scope.db
    .selectFrom('imports as i')
    .where(sql<boolean>`greatest(i.created_at, i.ended_at) < now() - make_interval(days => ${importDays})`)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('import_rows as r').whereRef('r.import_id', '=', 'i.id').select('r.line'))),
    )
    .select('i.id')
    .limit(most)
  const deleted = await scope.db.deleteFrom('imports').where('id', 'in', ended).returning('id').execute()
  const ids = deleted.map((row) => row.id)
  await sql`
    delete from imported_tests
    where tenant_id = ${scope.tenant.id} and import_id = any(${ids}::uuid[]) and starts_with(key, ${undoneKey})
  `.execute(scope.db)
  return ids
}
