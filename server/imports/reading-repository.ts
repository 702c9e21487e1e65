import { sql } from 'kysely'
import type { Differences } from '../../contract/imports/differences.ts'
import type { ImportSummary, PersonAnswer, RowOutcome } from '../../contract/imports/import.ts'
import type { FileProblem } from '../../contract/imports/problems.ts'
import { touched } from '../access/changing/touched.ts'
import type { Scope } from '../access/scope.ts'
import { storedBytes } from './repository.ts'
import type { HeadMessage, RowMessage } from './reading/read-messages.ts'

/** The rows of an import that are deleted at once, before it is read anew. */
const deletedAtOnce = 5000

/** Begins a reading, after which no earlier one may write; undefined if there is nothing to be read. */
export async function beginReading(scope: Scope, importId: string, readingId: string) {
  return scope.db
    .updateTable('imports')
    .set({
      state: 'reading',
      reading_id: readingId,
      rows_read: 0,
      rows_bytes: 0,
      rows_removed: 0,
      head: null,
      ...touched(),
    })
    .where('id', '=', importId)
    .where('state', 'in', ['waiting', 'reading'])
    .returning(['answers', 'zone', 'organisation_id as organisationId'])
    .executeTakeFirst()
}

/** Deletes some rows of an earlier reading, but those about which somebody has said something, and tells whether any may be left. */
export async function deleteFormerRows(scope: Scope, importId: string): Promise<boolean> {
  const tenantId = scope.tenant.id
  const { numAffectedRows = 0n } = await sql`
    delete from import_rows where tenant_id = ${tenantId} and import_id = ${importId} and line = any(array(
      select line from import_rows where tenant_id = ${tenantId} and import_id = ${importId} and not is_corrected
        and person_answer is null and taken = '{}'
      limit ${deletedAtOnce}
    ))`.execute(scope.db)
  return Number(numAffectedRows) === deletedAtOnce
}

/**
 * Locks the import for a step of its reading, with those who have left since and the bytes that the tenant's imports take; undefined
 * if this reading may not write any more.
 */
export async function holdReading(scope: Scope, importId: string, readingId: string) {
  // A statement that waits for a lock reads other rows as they were before it waited.
  await scope.db.selectFrom('imports').where('id', '=', importId).select('id').forNoKeyUpdate().execute()
  return await scope.db
    .selectFrom('imports')
    .where('id', '=', importId)
    .where('reading_id', '=', readingId)
    .where('state', '=', 'reading')
    .select('leavers')
    .select(storedBytes(scope.tenant.id).as('storedBytes'))
    .executeTakeFirst()
}

/**
 * Finds how a file was read by what was answered about it, for rows of it that are sent again in an organisation, or by the tenant if
 * that is null. Undefined if it was sent by others, or is gone.
 */
export async function findAnswered({ db }: Scope, organisationId: string | null, importId: string) {
  let found = db.selectFrom('imports').where('id', '=', importId)
  if (organisationId !== null) found = found.where('organisation_id', '=', organisationId)
  const former = await found.select(['head', 'answers']).executeTakeFirst()
  const { head, answers } = former ?? { head: null, answers: null }
  return head === null || answers === null ? undefined : { head, answers }
}

/** `hasKnownColumns` says that the columns are those of an earlier file; undefined keeps what was said before. */
export async function putHead(
  scope: Scope,
  importId: string,
  message: HeadMessage,
  hasKnownColumns: boolean | undefined,
): Promise<void> {
  const { kind: _, answers, ...told } = message
  const head = JSON.stringify(told)
  await scope.db
    .updateTable('imports')
    .set({
      head,
      answers: JSON.stringify(answers),
      ...(hasKnownColumns !== undefined && { columns_are_kept: hasKnownColumns }),
      ...touched(),
    })
    .where('id', '=', importId)
    .execute()
}

/**
 * Stores rows, but those that stand corrected already, and marks those of before that do not count any more. What somebody has chosen about
 * a person stays with the row.
 */
export async function insertRowsRead(scope: Scope, importId: string, rows: readonly RowMessage[]): Promise<void> {
  const tenantId = scope.tenant.id
  const chosen = await takeChosen(scope, importId, rows)
  const values = rows.map((row) => ({ tenant_id: tenantId, import_id: importId, ...columnsOf(row) }))
  await scope.db
    .insertInto('import_rows')
    .values(values.map((value) => ({ ...value, ...chosenAbout(value.person_key, chosen.get(value.line)) })))
    // A corrected row stays, with the key of the test that its file says, because other rows were compared with that.
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'import_id', 'line'])
        .doUpdateSet((eb) => ({ test_key: eb.ref('excluded.test_key') })),
    )
    .execute()
  const replaced = rows.filter(({ replaces }) => replaces !== null)
  if (replaced.length > 0) {
    await sql`
      update import_rows as r set outcome = 'skipped', skipped = 'repeated', repeats = n.line
      from unnest(${replaced.map(({ replaces }) => replaces)}::int[], ${replaced.map(({ line }) => line)}::int[])
        as n (replaces, line)
      where r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.line = n.replaces
    `.execute(scope.db)
  }
  await scope.db
    .updateTable('imports')
    .set({
      rows_read: sql<number>`rows_read + ${rows.length}`,
      rows_bytes: sql<number>`rows_bytes + ${values.reduce((sum, row) => sum + bytesOf(row), 0)}::bigint`,
    })
    .where('id', '=', importId)
    .execute()
}

/** What somebody has chosen about the person of a row: who it is, and what is taken of the differences that were shown. */
interface Chosen {
  line: number
  person_key: string | null
  person_answer: PersonAnswer | null
  differences: Differences | null
  taken: string[]
}

/** Takes what was chosen about these rows in an earlier reading, of which nothing else is kept. */
async function takeChosen({ db }: Scope, importId: string, rows: readonly RowMessage[]): Promise<Map<number, Chosen>> {
  const lines = rows.map(({ line }) => line)
  const found = await db
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('line', 'in', lines)
    .where('is_corrected', '=', false)
    .returning(['line', 'person_key', 'person_answer', 'differences', 'taken'])
    .execute()
  return new Map(found.map((one) => [one.line, one]))
}

/** The columns of what was chosen, which holds for that name alone. What differs is compared once the row is judged. */
function chosenAbout(personKey: string | null, chosen: Chosen | undefined) {
  if (chosen === undefined || chosen.person_key !== personKey) return {}
  const { person_answer, differences, taken } = chosen
  return { person_answer, differences: differences && JSON.stringify(differences), taken }
}

/** Lets what was said about rows go that were others: those of another sheet, or below another row of headers. */
export async function forgetSaid({ db }: Scope, importId: string): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ is_corrected: false, person_answer: null, differences: null, taken: [] })
    .where('import_id', '=', importId)
    .execute()
}

/** Finds the next corrected rows of a file, by their lines. */
export async function findCorrected({ db }: Scope, importId: string, behind: number, most: number) {
  return await db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where('is_corrected', '=', true)
    .where('outcome', '<>', 'made')
    .where('line', '>', behind)
    .select(['line', 'cells', 'test_key', 'person_key'])
    .orderBy('line')
    .limit(most)
    .execute()
}

/** What a row takes besides its texts: its keys, twice for their index, and what PostgreSQL keeps of each row. */
const bytesBeside = 300

/** About how many bytes a row takes; PostgreSQL makes long ones smaller. */
function bytesOf({ cells, content, problems }: ReturnType<typeof columnsOf>): number {
  return [cells, content, problems].reduce((sum, text) => sum + Buffer.byteLength(text), bytesBeside)
}

/** The values of a row by its columns. */
export function columnsOf(row: RowMessage) {
  const { line, cells, person, test, results, problems } = row
  const isWrong = problems.length > 0
  // Whether what was marked as an error is left out is decided by what is recorded here.
  const own = row.skipped === 'removed' ? null : row.skipped
  const skipped = isWrong ? null : row.repeats === null ? own : ('repeated' as const)
  const outcome: RowOutcome = isWrong ? 'wrong' : skipped === null ? 'right' : 'skipped'
  return {
    line,
    cells: JSON.stringify(cells),
    content: JSON.stringify({ person, test, results }),
    problems: JSON.stringify(problems),
    outcome,
    skipped,
    repeats: isWrong ? null : row.repeats,
    person_key: row.personKey,
    test_key: row.testKey,
  }
}

export async function putSummary(scope: Scope, importId: string, summary: ImportSummary): Promise<void> {
  await scope.db
    .updateTable('imports')
    .set({ state: 'matching', place: 0, reading_id: null, leavers: [], summary: JSON.stringify(summary), ...touched() })
    .where('id', '=', importId)
    .execute()
}

export async function putRefusal(scope: Scope, importId: string, problem: FileProblem): Promise<void> {
  await scope.db
    .updateTable('imports')
    .set({ state: 'refused', reading_id: null, problem: JSON.stringify(problem), ...touched() })
    .where('id', '=', importId)
    .execute()
}
