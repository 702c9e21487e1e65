import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { harmless } from '../../../contract/rules/csv.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { insertManyRecords } from '../../../tests/server/many-records.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

/** Texts that separate cells somewhere, begin a formula, or stand in between. */
const pieces = [
  ';',
  ',',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '"',
  '""',
  "'",
  ' ',
  'x',
  '1',
  'é',
]
const notes = fc.sample(
  fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join('')),
  { numRuns: 3000, seed: 20_261_122 },
)

let test: TestApp
let admin: Client
let file: string

beforeAll(async () => {
  test = await startTestApp()
  await insertManyRecords(test, test.ours, { count: notes.length, secondsApart: 1 })
  const rows = await test.query<{ id: string }>(
    test.ours,
    `select id from test_records where test_id ~ '-.{9,}$' order by performed_at desc`,
  )
  const texts = Object.fromEntries(rows.map(({ id }, at) => [id, notes[at]]))
  await test.query(
    test.ours,
    `update test_records set note = $1::jsonb ->> id::text, location = $1::jsonb ->> id::text where id = any ($2)`,
    [JSON.stringify(texts), rows.map(({ id }) => id)],
  )
  admin = await logInAs(test.app, test.ours, 'tenant')
  file = (await admin.get('/test-records/export', { to: '2026-01-09T11:59:59.999Z' })).rawPayload.toString('utf8')
})
afterAll(() => test.close())

const unsafe = /^[=+\-@＝＋－＠\t\r]/
const number = /^-?\d+(\.\d+)?$/

it.each([',', ';', '\t'])('no cell begins as a formula where %j separates cells', (delimiter) => {
  const rows: string[][] = parse(file, {
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  expect(rows.length).toBeGreaterThanOrEqual(notes.length)
  expect(rows.flat().filter((cell) => unsafe.test(cell) && !number.test(cell))).toEqual([])
})

it('no part begins as a formula where everything separates cells and quotes are dropped', () => {
  const cells = file.split(/[;,\t\r\n]/).map((piece) => piece.replaceAll('"', ''))
  expect(cells.filter((cell) => unsafe.test(cell) && !number.test(cell))).toEqual([])
})

it('quotes every field, and guards texts in SQL as the rule does that other files are written by', () => {
  const rows: Record<string, string>[] = parse(file, { bom: true, columns: true, record_delimiter: '\r\n' })
  expect(rows.map((row) => row.Note)).toEqual(notes.map(harmless))
  expect(rows.map((row) => row['Test location'])).toEqual(notes.map(harmless))
  const quoted: string[][] = parse(file, {
    bom: true,
    record_delimiter: '\r\n',
    cast: (_value, { quoting }) => String(quoting),
  })
  expect(new Set(quoted.flat())).toEqual(new Set(['true']))
})
