import { parse } from 'csv-parse/sync'
import { beforeAll, expect, it } from 'vitest'
import { admin, ofOrganisation, read, rowsOf, test, uploaded } from '../../tests/server/sent-imports.ts'
import { hostileCells } from '../../tests/server/hostile-values.ts'
import { restoredCell } from './resent-rows.ts'
import { harmless } from '../../contract/rules/csv.ts'

beforeAll(() => test.query(test.ours, `update tenants set identifies_by = 'names'`))

const columns = ['firstName', 'lastName', 'dateOfBirth', 'phones', null, 'emails']
const file = [
  'A,B,C,D,E,F',
  'Ada,One,03/04/25,+1 213 555 0142,-,nobody',
  'Bea,Two,05/06/2011,2135550143,,bea@example.org,too many',
  'Cal,Three,07/08/2011,2135550144',
  'Dee,Four,09/10/2011,2135550145,,dee@example.org',
  '',
].join('\n')

/** Sends a file, answers what is asked about it, and returns the file of the rows that wait. */
async function waiting(client = admin) {
  const { id } = await uploaded(file, client)
  await read(id, client)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  const answers = { zone: 'Europe/Paris', dateOrder: 'dmy', twoDigitYears: 'earlier', columns, groups }
  const reply = await client.put(`/imports/${id}/preview`, answers)
  expect(reply.statusCode, reply.body).toBe(200)
  await read(id, client)
  return { id, answers, file: (await client.get(`/imports/${id}/wrong-rows`)).body }
}

it('rows that wait, sent again as they are, are read by the answers of their file and wait for the same reasons', async () => {
  const former = await waiting()
  const { data: before } = await rowsOf(former.id, { outcome: 'wrong' })
  const { id } = await uploaded(former.file)
  const again = await read(id)
  const { zone, dateOrder, twoDigitYears, groups } = former.answers
  expect(again.answers).toMatchObject({ zone, dateOrder, twoDigitYears, groups, columns: [null, null, ...columns] })
  const { data: after } = await rowsOf(id)
  const told = (
    row: { cells: string[]; problems: { column: number | null; code: string }[]; read: object },
    own: number,
  ) => ({
    cells: row.cells.slice(own),
    problems: row.problems.map(({ column, code }) => [column === null ? null : column - own, code]),
    read: row.read,
  })
  expect(before.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4])
  expect(after.map((row: Parameters<typeof told>[0]) => told(row, 2))).toEqual(
    before.map((row: Parameters<typeof told>[0]) => told(row, 0)),
  )
})

it('columns of rows that wait are found by their headers after somebody has moved them', async () => {
  const former = await waiting()
  const [title] = former.file.replace(/^\ufeff/, '').split('\r\n')
  const [line, why] = (title ?? '').split(',')
  const { id } = await uploaded(`${line},${why},"C","A","B"\n2,,03/04/25,Ada,One\n`)
  const again = await read(id)
  expect(again.answers?.columns).toEqual([null, null, 'dateOfBirth', 'firstName', 'lastName'])
  const { data } = await rowsOf(id)
  expect(data).toMatchObject([{ outcome: 'right', read: { dateOfBirth: '1925-04-03' } }])
})

it('rows that others have sent tell nothing of their answers', async () => {
  const former = await waiting()
  const { id } = await uploaded(former.file, ofOrganisation)
  const again = await read(id, ofOrganisation)
  expect(again.answers).toMatchObject({ zone: 'America/New_York', twoDigitYears: 'ask', groups: [] })
})

it.each(['+44 7400 123456', '-', '=1+2', '@home', 'a, -b; =c', "O'Neil", '\t=x', 'plain'])(
  'the cell %j is written for spreadsheets and read as it was',
  (cell) => expect(restoredCell(harmless(cell))).toBe(cell),
)

it('hostile cells of rows that wait stay in their columns and are read as they were', async () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const sent = hostileCells.map((cell) => `Ada,One,nothing,${quoted(cell)}`)
  const { id } = await uploaded(['First name,Last name,Date of birth,Note', ...sent, ''].join('\n'))
  await read(id)
  const { data } = await rowsOf(id, { outcome: 'wrong' })
  const stored = data.map(({ cells }: { cells: string[] }) => cells[3])
  expect(stored).toHaveLength(hostileCells.length)
  const written: string[][] = parse((await admin.get(`/imports/${id}/wrong-rows`)).body, {
    bom: true,
    record_delimiter: '\r\n',
  })
  expect(written.map((cells) => cells.length)).toEqual(Array.from({ length: hostileCells.length + 1 }, () => 6))
  expect(written.slice(1).map(([, , first, last, , cell]) => [first, last, restoredCell(cell ?? '')])).toEqual(
    stored.map((cell: string) => ['Ada', 'One', cell]),
  )
  expect(written.slice(1).map((cells) => cells[5])).toEqual(stored.map(harmless))
})
