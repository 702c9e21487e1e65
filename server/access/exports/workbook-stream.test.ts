import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import readWorkbook from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { WorkbookStream } from './workbook-stream.ts'

const settings = {
  title: 'Tests',
  columns: [
    { title: 'Lot', kind: 'text' },
    { title: 'Born', kind: 'day' },
    { title: 'Performed', kind: 'time' },
    { title: 'Latitude', kind: 'number' },
  ],
  formats: { day: 'DD/MM/YYYY', time: 'DD/MM/YYYY HH:mm' },
} as const

/** Formats rows as PostgreSQL's CSV does. */
const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\n`).join('')

async function read(rows: readonly (readonly string[])[], chunkLength = 7) {
  const csv = Buffer.from(csvOf(rows))
  const chunks = Array.from({ length: Math.ceil(csv.length / chunkLength) }, (_, at) =>
    csv.subarray(at * chunkLength, (at + 1) * chunkLength),
  )
  const stream = Readable.from(chunks, { objectMode: false }).pipe(new WorkbookStream(settings))
  const [sheet] = await readWorkbook(await buffer(stream))
  return { data: sheet?.data ?? [], rows: stream.rows }
}

it('keeps texts as texts and turns days and times into dates, wherever the chunks are cut', async () => {
  const texts = ['00123', '1E10', 'MAR1', '2-3', '123456789012345678', '=1+1', "'5", '<b>&"', 'ñ😀\nline', '_x0041_']
  const { data, rows } = await read(texts.map((text) => [text, '1990-02-28', '2026-03-01 09:30:00', '-33.8568']))
  expect(rows).toBe(texts.length)
  expect(data[0]).toEqual(['Lot', 'Born', 'Performed', 'Latitude'])
  expect(data.slice(1).map(([text]: unknown[]) => text)).toEqual(texts)
  expect(data[1]?.slice(1)).toEqual([new Date('1990-02-28T00:00:00Z'), new Date('2026-03-01T09:30:00Z'), -33.8568])
})

it('keeps what is not a date as text, leaves empty cells out, and drops characters that XML cannot hold', async () => {
  const { data } = await read([
    ['A\u0007B\uFFFEC', '1850-01-01', 'soon', ''],
    ['', '', '', 'x'],
  ])
  expect(data.slice(1)).toEqual([
    ['ABC', '1850-01-01', 'soon', null],
    [null, null, null, 'x'],
  ])
})

it('holds one chunk at a time: it waits for a slow reader, and its thread ends with the stream', async () => {
  let taken = 0
  const row = csvOf([['LOT', '1990-02-28', '2026-03-01 09:30:00', '1']]).repeat(1000)
  const endless = Readable.from(
    (function* () {
      for (;;) yield ((taken += 1), row)
    })(),
    { objectMode: false },
  )
  const started = once(process, 'worker') as Promise<[Worker]>
  const stream = endless.pipe(new WorkbookStream(settings))
  const [thread] = await started
  const ended = once(thread, 'exit')
  await once(stream, 'readable')
  await expect.poll(() => stream.readableLength).toBeGreaterThan(0)
  const before = taken
  stream.destroy()
  await ended
  expect(before).toBeLessThan(100)
})
