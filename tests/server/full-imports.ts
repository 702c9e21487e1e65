import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { ImportHead, ImportSummary } from '../../contract/imports/import.ts'
import { rowReader } from '../../contract/imports/imported-row.ts'
import { keysOf } from '../../server/imports/reading/keys-of.ts'
import type { RowMessage } from '../../server/imports/reading/read-messages.ts'
import { mostRowCharacters } from '../../server/imports/reading/separated-rows.ts'
import { columnsOf } from '../../server/imports/reading-repository.ts'
import type { TestApp } from './test-app.ts'
import type { TestTenant } from './tenants.ts'

const columns: ImportHead['columns'] = [
  { field: 'lastName' },
  { field: 'firstName' },
  { field: 'dateOfBirth' },
  { field: 'performedAt' },
  { field: 'deviceName' },
  { field: 'condition' },
  { field: 'result' },
  { field: 'accession' },
]
const answers: ImportAnswers = {
  zone: 'Europe/London',
  dateOrder: 'mdy',
  twoDigitYears: 'ask',
  serialDates: '1900',
  undetermined: 'invalid',
  removed: 'leave-out',
  texts: false,
  columns: columns.map((column) => column?.field ?? null),
  headerRow: null,
  sheet: null,
  kits: [],
  groups: [],
}
/** The last name in each row of one test, which the walk's correction has, too. */
const lastName = 'Green'

/**
 * Fills two of the home's imports as much as a file may: one has rows of one person, time and device that differ in their
 * accession numbers alone, the other has the largest rows that wait, and names devices and facilities. They are as an import
 * is that was read before rows of one test had a limit.
 */
export async function fillImports(test: TestApp, tenant: TestTenant): Promise<void> {
  const { home } = tenant.places
  const head: ImportHead = { layout: 'by-hand', headers: columns.map((_, at) => `${at} `.padEnd(900, 'é')), columns }
  const names = Array.from({ length: 2000 }, (_, n) => `${n} `.padEnd(200, 'é'))
  const summary: ImportSummary = {
    rows: 20_000,
    wrong: 0,
    people: 1,
    tests: 1,
    removed: 0,
    hasUndetermined: false,
    skipped: { noResult: 0, removed: 0, repeated: 0 },
    devices: names.map((device) => ({ device, condition: null, code: null, results: 1 })),
    facilities: names.map((name) => ({ name, rows: 1 })),
  }
  await test.query(tenant, `update imports set head = $1, answers = $2, summary = $3 where id = any($4)`, [
    JSON.stringify(head),
    JSON.stringify(answers),
    JSON.stringify(summary),
    [home.importId, home.readImportId],
  ])
  await test.query(tenant, 'delete from import_rows where import_id = any($1)', [[home.importId, home.readImportId]])
  const read = rowReader(columns, answers, { details: [], countries: ['GB'] }, new Date('2026-03-02T12:00Z'))
  const alike = Array.from({ length: summary.rows }, (_, n): RowMessage => {
    const cells = [lastName, 'Jo', '2/28/1984', '3/1/2026 10:00', 'Quay 3', 'COVID-19', 'Negative', String(n)]
    const row = read(cells)
    return { kind: 'row', line: n + 2, cells, ...row, ...keysOf(row), repeats: null, replaces: null }
  })
  const largest = Array.from({ length: 150 }, (_, n): RowMessage => {
    const row = read(['', 'Jo'])
    const cells = ['', 'é'.repeat(mostRowCharacters)]
    return { kind: 'row', line: n + 2, cells, ...row, ...keysOf(row), repeats: null, replaces: null }
  })
  await insertRead(test, tenant, home.readImportId, alike)
  await insertRead(test, tenant, home.importId, largest)
  await test.query(tenant, 'analyze')
}

async function insertRead(
  test: TestApp,
  tenant: TestTenant,
  importId: string,
  rows: readonly RowMessage[],
): Promise<void> {
  const inserted = rows.map((row) => {
    const { cells, content, problems, ...rest } = columnsOf(row)
    return {
      ...rest,
      cells: JSON.parse(cells) as unknown,
      content: JSON.parse(content) as unknown,
      problems: JSON.parse(problems) as unknown,
    }
  })
  for (let at = 0; at < inserted.length; at += 500) {
    await test.query(
      tenant,
      `insert into import_rows (tenant_id, import_id, line, cells, content, problems, outcome, skipped, repeats, person_key, test_key)
       select current_tenant(), $1, r.* from json_to_recordset($2::json)
         as r (line int, cells jsonb, content jsonb, problems jsonb, outcome text, skipped text, repeats int, person_key text, test_key text)`,
      [importId, JSON.stringify(inserted.slice(at, at + 500))],
    )
  }
}
