import { beforeAll, expect, it } from 'vitest'
import { admin, read, rowsOf, test, uploaded } from '../../tests/server/sent-imports.ts'

beforeAll(() => test.query(test.ours, `update tenants set identifies_by = 'names'`))

const list = (...rows: string[]) => ['First name,Last name,Date of birth', ...rows, ''].join('\n')

interface Row {
  line: number
  cells: string[]
  read: { dateOfBirth: string | null }
  problems: { code: string }[]
}

/** What the cells of a file's rows are, with the dates that were read and what is wrong with these. */
async function rowsIn(id: string) {
  const { data } = (await rowsOf(id)) as { data: Row[] }
  return data.map(({ cells, read: { dateOfBirth }, problems }) => [
    cells[2],
    dateOfBirth ?? problems.find(({ code }) => code.startsWith('da'))?.code,
  ])
}

const correct = async (id: string, line: number, text: string) => {
  const reply = await admin.put(`/imports/${id}/rows/${line}`, { cells: [{ column: 2, text }] })
  expect(reply.statusCode, reply.body).toBe(200)
}

const answer = async (id: string, change: object) => {
  const { answers } = await read(id)
  const reply = await admin.put(`/imports/${id}/preview`, { ...answers, ...change })
  expect(reply.statusCode, reply.body).toBe(200)
  await read(id)
}

it('what somebody has corrected stays when a question about the file is answered, and is read by the answer', async () => {
  const { id } = await uploaded(list('Ada,One,03/04/2011', 'Bea,Two,31/02/2011', 'Cal,Three,05/06/2011'))
  await read(id)
  await correct(id, 2, '4 March 2011')
  await correct(id, 3, '07/08/2011')
  expect(await rowsIn(id)).toEqual([
    ['4 March 2011', '2011-03-04'],
    ['07/08/2011', 'dayUnclear'],
    ['05/06/2011', 'dayUnclear'],
  ])
  await answer(id, { dateOrder: 'dmy' })
  expect(await rowsIn(id)).toEqual([
    ['4 March 2011', '2011-03-04'],
    ['07/08/2011', '2011-08-07'],
    ['05/06/2011', '2011-06-05'],
  ])
  await answer(id, { dateOrder: 'mdy' })
  expect((await rowsIn(id)).slice(0, 2)).toEqual([
    ['4 March 2011', '2011-03-04'],
    ['07/08/2011', '2011-07-08'],
  ])
})

it('a row is no repeat of one that was corrected to be another test', async () => {
  const row = 'Ada,One,2011-05-17,2026-03-01 09:40,positive,Quay Duo'
  const { id } = await uploaded(['First name,Last name,Date of birth,Test date,Result,Device', row, row, ''].join('\n'))
  const skipped = async () => (await rowsOf(id)).data.map((one: { skipped: string | null }) => one.skipped)
  await read(id)
  expect(await skipped()).toEqual([null, 'repeated'])
  const reply = await admin.put(`/imports/${id}/rows/2`, { cells: [{ column: 3, text: '2026-03-01 10:40' }] })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await skipped()).toEqual([null, null])
  await answer(id, { zone: 'Europe/London' })
  expect(await skipped()).toEqual([null, null])
})

it('what was corrected is that of one row of headers: with another one the file is read as it was sent', async () => {
  const { id } = await uploaded(list('Ada,One,1/1/2011', 'First name,Last name,Date of birth', 'Bea,Two,2/2/2011'))
  await read(id)
  await correct(id, 4, '3 March 2011')
  await answer(id, { headerRow: 3 })
  expect((await rowsIn(id)).at(-1)).toEqual(['2/2/2011', '2011-02-02'])
})

it('many corrected rows are read in several steps', async () => {
  const { id } = await uploaded(list(...Array.from({ length: 130 }, (_, at) => `Ada,Row ${at},31/02/2011`)))
  await read(id)
  for (let line = 2; line <= 121; line += 1) await correct(id, line, '03/04/2011')
  await answer(id, { dateOrder: 'dmy' })
  const dates = await test.query<{ born: string | null }>(
    test.ours,
    `select content #>> '{person,dateOfBirth}' as born from import_rows where import_id = $1 order by line`,
    [id],
  )
  expect(dates.map(({ born }) => born)).toEqual([
    ...Array.from({ length: 120 }, () => '2011-04-03'),
    ...Array.from({ length: 10 }, () => null),
  ])
})
