import { sql } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { importList, importRowList, listImportRows, listImports } from '../../contract/imports/endpoints.ts'
import type { ImportState } from '../../contract/imports/import.ts'
import type { CellProblem } from '../../contract/imports/problems.ts'
import { importDays } from '../../contract/limits-and-times.ts'
import { totalCap } from '../../contract/listing.ts'
import { seesAll } from '../access/actor-predicate.ts'
import { touched } from '../access/changing/touched.ts'
import { sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** Selects the imports that the actor sees: all as the tenant's administrator, else those of their organisation. */
function seenImports(scope: ActorScope) {
  const all = scope.db.selectFrom('imports as i')
  return seesAll(scope) ? all : all.where('i.organisation_id', '=', scope.actor.organisationId)
}

const columns = [
  'i.id',
  'i.organisation_id as organisationId',
  'i.file_name as fileName',
  'i.byte_size as bytes',
  'i.state',
  'i.answers',
  'i.head',
  'i.columns_are_kept as hasKnownColumns',
  'i.summary',
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

/** Imports whose rows were being made. What was made can be undone, and needs no file for it. */
export const begun: readonly ImportState[] = ['running', 'done', 'undoing', 'undone']

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
  const rows = found.where(page.condition).orderBy(page.orderBy).limit(page.limit).select(columns).execute()
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

/** Counts the files that wait to be imported, with their bytes and the time at which the oldest of them was sent. */
export async function countWaiting({ db }: Scope) {
  return db
    .selectFrom('imports')
    .where('state', 'not in', ['cancelled', ...begun])
    .select((eb) => eb.fn.countAll<string>().as('files'))
    .select(sql<string>`coalesce(sum(byte_size), 0)`.as('bytes'))
    .select(sql<Date | null>`min(created_at)`.as('oldest'))
    .executeTakeFirstOrThrow()
}

interface NewImport {
  id: string
  fileName: string
  bytes: number
  /** The zone of the sender's clock. */
  zone: string
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

/** Lists the rows of an import, which the caller must see. */
export async function listRowsOf(scope: ActorScope, importId: string, query: Query<typeof listImportRows>) {
  const page = rowOrders.page(query)
  let found = scope.db.selectFrom('import_rows as r').where('r.import_id', '=', importId)
  if (query.outcome !== undefined) found = found.where('r.outcome', '=', query.outcome)
  const rows = found
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .select(['r.line', 'r.cells', 'r.outcome', 'r.skipped', 'r.repeats', 'r.person'])
    .select(sql<CellProblem[]>`r.problems || r.match_problems`.as('problems'))
    .execute()
  return page.read(scope.db, { rows, matching: found.select('r.line'), cap: totalCap })
}

/** Whether an import is there whose file may still be needed. */
export async function isFileNeeded(scope: Scope, importId: string): Promise<boolean> {
  const found = await scope.db
    .selectFrom('imports')
    .where('id', '=', importId)
    .where('state', 'not in', ['cancelled', ...begun])
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Deletes at most `most` rows of imports that are over, and returns how many it deleted: cancelled ones, and those of more
 * than `importDays` days ago.
 */
export async function deleteRowsOfEnded(scope: Scope, most: number): Promise<number> {
  const tenantId = scope.tenant.id
  const { numAffectedRows = 0n } = await sql`
    delete from import_rows where tenant_id = ${tenantId} and ctid = any(array(
      select r.ctid from imports as i join import_rows as r on r.tenant_id = ${tenantId} and r.import_id = i.id
      where i.tenant_id = ${tenantId}
        and (i.state = 'cancelled' or greatest(i.created_at, i.ended_at) < now() - make_interval(days => ${importDays}))
      limit ${most}
    ))`.execute(scope.db)
  return Number(numAffectedRows)
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
  return deleted.map((row) => row.id)
}
