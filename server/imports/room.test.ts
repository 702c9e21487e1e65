import { expect, it } from 'vitest'
import type { FileImport } from '../../contract/imports/import.ts'
import { maxStoredImportBytes } from '../../contract/limits-and-times.ts'
import { admin, headers, jo, read, roster, rowsOf, send, test, uploaded } from '../../tests/server/sent-imports.ts'
import { removeEnded } from '../upkeep/service.ts'

const one = async (id: string): Promise<FileImport> => (await admin.get(`/imports/${id}`)).json().data

const setBytes = (id: string, bytes: number) =>
  test.query(test.ours, 'update imports set rows_bytes = $2 where id = $1', [id, bytes])

/** Visits the tenant as every hour does. */
async function visit(): Promise<void> {
  await test.database.owner.query('update tenant_turns set has_changed = true')
  await removeEnded(test.door)
}

/** A file of which one row can be made and one waits, once it was run. */
async function ran(email: string): Promise<string> {
  const { id } = await uploaded(roster(`Green,Jo,2/28/1984,${email}`, 'Green,Al,2/31/1984,'))
  const { answers } = await read(id)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  expect((await admin.put(`/imports/${id}/preview`, { ...answers, groups })).statusCode).toBe(200)
  await read(id)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await expect.poll(async () => (await one(id)).state).toBe('done')
  return id
}

it('the rows of a file count as room until they are removed, whatever became of the file', async () => {
  const { id } = await uploaded(roster(jo))
  await read(id)
  const [kept] = await test.query<{ bytes: number; texts: number }>(
    test.ours,
    `select rows_bytes::int as bytes, (select sum(length(cells::text || content::text))::int from import_rows where import_id = $1) as texts
     from imports where id = $1`,
    [id],
  )
  expect(kept?.bytes).toBeGreaterThan(kept?.texts ?? Infinity)
  for (const state of ['read', 'done']) {
    await test.query(test.ours, 'update imports set state = $2 where id = $1', [id, state])
    if (state === 'done') {
      await test.query(test.ours, `update import_rows set outcome = 'made' where import_id = $1`, [id])
    }
    await setBytes(id, maxStoredImportBytes)
    expect((await send(roster(jo))).statusCode, state).toBe(422)
  }
  await visit()
  expect((await send(roster(jo))).statusCode).toBe(201)
})

it('a file whose rows have no room is refused while it is read, and leaves none', async () => {
  const { id: other } = await uploaded(roster(jo))
  await read(other)
  const { id } = await uploaded(roster(jo))
  await read(id)
  await setBytes(other, maxStoredImportBytes + 1)
  const answers = { ...(await one(id)).answers, dateOrder: 'dmy' }
  expect((await admin.put(`/imports/${id}/preview`, answers)).statusCode).toBe(200)
  await expect.poll(async () => (await one(id)).problem?.code).toBe('noRoom')
  expect((await one(id)).problem?.message).toContain('no room')
  await expect.poll(async () => (await rowsOf(id)).data).toEqual([])
  await setBytes(other, 0)
  expect((await admin.put(`/imports/${id}/preview`, answers)).statusCode).toBe(200)
  await expect.poll(async () => (await one(id)).state).toBe('read')
})

it('the rows of a cancelled file leave at once', async () => {
  const { id } = await uploaded(roster(jo))
  await read(id)
  expect((await admin.put(`/imports/${id}/cancel`)).statusCode).toBe(200)
  await expect.poll(async () => (await rowsOf(id)).data).toEqual([])
})

it('rows that were made leave with the next visit, those that wait stay, and the number of what was made stays', async () => {
  const id = await ran('room@people.test')
  expect((await rowsOf(id, { outcome: 'made' })).data).toHaveLength(1)
  await visit()
  expect((await rowsOf(id)).data).toMatchObject([{ line: 3, outcome: 'wrong' }])
  const corrected = await admin.put(`/imports/${id}/rows/3`, {
    cells: [
      { column: 2, text: '2/28/1984' },
      { column: 3, text: 'al@people.test' },
    ],
  })
  expect(corrected.json().data).toMatchObject({ outcome: 'right' })
  expect(await one(id)).toMatchObject({ preview: { made: 1, wrong: 0 } })
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await expect.poll(async () => (await one(id)).preview?.made).toBe(2)
  await visit()
  expect((await rowsOf(id)).data).toEqual([])
})

it('a page has fewer of the largest rows, and going on and back meets each of them once', async () => {
  const notes = Array.from({ length: 4 }, () => 'n'.repeat(15_000))
  const large = Array.from({ length: 12 }, (_, n) => [`Green${n},Jo,2/31/1984,`, ...notes].join(','))
  const { id } = await uploaded([`${headers},A,B,C,D`, `${jo},,,,`, ...large, ''].join('\n'))
  await read(id)
  const lines = Array.from({ length: 13 }, (_, n) => n + 2)
  const pageAt = async (cursor: string | undefined) => {
    const { data, page } = await rowsOf(id, { per_page: '100', ...(cursor && { cursor }) })
    expect(page.total).toBe(lines.length)
    return { lines: data.map(({ line }: { line: number }) => line), page }
  }
  const onwards = [await pageAt(undefined)]
  for (let at = onwards[0]; at?.page.next; onwards.push(at)) at = await pageAt(at.page.next)
  expect(onwards.length).toBeGreaterThan(1)
  expect(onwards.flatMap((page) => page.lines)).toEqual(lines)
  const backwards = onwards.slice(-1)
  for (let at = backwards[0]; at?.page.previous; backwards.unshift(at)) at = await pageAt(at.page.previous)
  expect(backwards.flatMap((page) => page.lines)).toEqual(lines)
})

it('a list of files does not carry what they name', async () => {
  const { id } = await uploaded(`${headers},Room\n${jo},12\n`)
  await read(id)
  const { data } = (await admin.get('/imports')).json()
  const listed = data.find((file: FileImport) => file.id === id)
  expect(listed).toMatchObject({ state: 'read', summary: { rows: 1 } })
  for (const left of ['head', 'answers']) expect(listed).not.toHaveProperty(left)
  for (const left of ['devices', 'facilities']) expect(listed.summary).not.toHaveProperty(left)
  expect(await one(id)).toMatchObject({ head: { headers: [...headers.split(','), 'Room'] } })
})
