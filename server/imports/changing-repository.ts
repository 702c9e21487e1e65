import { sql } from 'kysely'
import type { RowOutcome } from '../../contract/imports/import.ts'
import type { CellProblem } from '../../contract/imports/problems.ts'
import { mostRowsOfTest } from '../../contract/limits-and-times.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import type { RowMessage } from './reading/read-messages.ts'
import { columnsOf } from './reading-repository.ts'
import { datesRead, problemsRead } from './repository.ts'
import type { PendingRow } from './running/units.ts'

export { putJudged as putJudgedRows } from './running/repository.ts'

/** Finds a row with what is wrong with it. */
export async function findRow(scope: ActorScope, importId: string, line: number) {
  return scope.db
    .selectFrom('import_rows as r')
    .where('r.import_id', '=', importId)
    .where('r.line', '=', line)
    .select(['r.line', 'r.cells', 'r.outcome', 'r.skipped', 'r.repeats', 'r.person', 'r.test_key', 'r.person_key'])
    .select(['r.person_answer', 'r.differences', 'r.taken'])
    .select(datesRead.as('read'))
    .select(problemsRead(scope).as('problems'))
    .executeTakeFirst()
}

/** Stores a row that was read anew, which may tell of the same as another row. */
export async function putCorrected(
  scope: Scope,
  importId: string,
  row: Omit<RowMessage, 'kind' | 'repeats' | 'replaces'>,
): Promise<void> {
  const { line, ...columns } = columnsOf({ kind: 'row', ...row, repeats: null, replaces: null })
  await scope.db
    .updateTable('import_rows')
    .set({
      ...columns,
      is_corrected: true,
      match_problems: '[]',
      person: null,
      namesake: null,
      subject_id: null,
    })
    // What was answered and chosen holds for that name alone. What differs is compared once the row is judged.
    .set('person_answer', sql`case when person_key is not distinct from ${row.personKey} then person_answer end`)
    .set('differences', sql`case when person_key is not distinct from ${row.personKey} then differences end`)
    .set('taken', sql`case when person_key is not distinct from ${row.personKey} then taken else '{}' end`)
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .execute()
}

/** Keeps whether a field of rows that will be made is taken from the file, where its value differs from the stored one. */
export async function putChosen(
  { db, tenant }: Scope,
  importId: string,
  { field, line, isTaken }: { field: string; line: number | null; isTaken: boolean },
): Promise<void> {
  await sql`
    update import_rows set taken = case when ${isTaken}::boolean then array_append(taken, ${field}::text)
      else array_remove(taken, ${field}::text) end
    where tenant_id = ${tenant.id} and import_id = ${importId} and outcome = 'right' and differences -> 'file' ? ${field}::text
      and (${line}::int is null or line = ${line}::int) and ${isTaken}::boolean <> (${field}::text = any(taken))
  `.execute(db)
}

/** A row that can be compared with others of its test. */
type ComparableRow = PendingRow & { testKey: string; problems: CellProblem[] }

/**
 * Finds the rows of a test, by its key without a number, of which nothing was made, and that can be read or were marked as an error.
 * They are at most one more than a test has, which is a row that was corrected.
 */
export async function findComparable({ db, tenant }: Scope, importId: string, base: string): Promise<ComparableRow[]> {
  const { rows } = await sql<ComparableRow>`
    select line, content, problems, person_key as "personKey", test_key as "testKey", person_answer as answer from import_rows
    where tenant_id = ${tenant.id} and import_id = ${importId}
      and test_key >= ${base} and test_key < ${`${base}/`} and outcome <> 'made'
      and coalesce(skipped in ('repeated', 'known', 'removed'), true)
      and (problems = '[]' or (jsonb_array_length(problems) = 1 and problems #>> '{0,code}' = 'contradicts')
        or content #>> '{test,correction}' = 'removed')
    order by line limit ${mostRowsOfTest + 1}
  `.execute(db)
  return rows
}

/** A row as comparing it with the others of its test has it. */
export interface ComparedRow {
  line: number
  test_key: string | null
  outcome: RowOutcome
  skipped: 'repeated' | null
  repeats: number | null
  problems: CellProblem[]
}

/** Stores how rows compare, after which they are to be judged. */
export async function putCompared(
  { db, tenant }: Scope,
  importId: string,
  rows: readonly ComparedRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update import_rows as r set test_key = c.test_key, outcome = c.outcome, skipped = c.skipped, repeats = c.repeats,
      problems = c.problems, match_problems = '[]', person = null
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as c (line int, test_key text, outcome text, skipped text, repeats int, problems jsonb)
    where r.tenant_id = ${tenant.id} and r.import_id = ${importId} and r.line = c.line
  `.execute(db)
}

/**
 * Finds the next rows of an import that wait, by their lines: at most `rows`, and fewer if their cells have more than
 * `characters`.
 */
export async function findWrongRows(
  scope: ActorScope,
  importId: string,
  behind: number,
  most: { rows: number; characters: number },
) {
  const next = scope.db
    .selectFrom('import_rows as r')
    .where('r.import_id', '=', importId)
    .where('r.outcome', '=', 'wrong')
    .where('r.line', '>', behind)
    .orderBy('r.line')
    .limit(most.rows)
    .select(['r.line', 'r.cells'])
    .select(problemsRead(scope).as('problems'))
    .select(sql<number>`sum(length(r.cells::text)) over (order by r.line) - length(r.cells::text)`.as('before'))
  return scope.db
    .selectFrom(next.as('next'))
    .where('next.before', '<', most.characters)
    .orderBy('next.line')
    .select(['next.line', 'next.cells', 'next.problems'])
    .execute()
}
