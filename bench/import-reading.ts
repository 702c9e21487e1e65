/**
 * Prints how long a file of 100,000 results of 20,000 people takes to be read, as CSV and as a workbook, and how much memory
 * the program that reads it and the one that feeds it need. It starts the program that the server starts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { workbookParts } from '../contract/rules/workbook.ts'
import { detailKinds } from '../contract/subjects/detail-kinds.ts'
import { csvOf, headers, rowOf } from './import-file.ts'
import { printAim, printTable } from './report.ts'
import { peakDuring, residentMiB } from './resident.ts'

const results = Number(process.env.BENCH_RESULTS ?? 100_000)
const people = Number(process.env.BENCH_PEOPLE ?? results / 5)

const program = path.join(import.meta.dirname, '../server/imports/reading/read-program.ts')
/** What the program is told: `ReadSettings` of the server, of which a benchmark knows nothing. */
const settings = {
  answers: null,
  words: [],
  zone: 'UTC',
  keeps: { details: detailKinds, countries: ['US'] },
  now: '2026-11-26T12:00:00Z',
}

const file = {
  results,
  people,
  facilities: Array.from({ length: 40 }, (_, n) => `Facility ${n}`),
  device: 'Quay Duo Rapid',
  conditions: ['COVID-19', 'Flu A'],
  marker: '',
}

/** A workbook as spreadsheets save it, with each text once. */
const workbook = () => {
  const places = new Map<string, number>()
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  }
  const markedUp = (cells: readonly string[], line: number) =>
    `<row r="${line}">${cells.map((cell, at) => (cell === '' ? '' : `<c r="${letters(at)}${line}" t="s"><v>${placeOf(cell)}</v></c>`)).join('')}</row>`
  const lines = [markedUp(headers, 1)]
  for (let n = 0; n < results; n += 1) lines.push(markedUp(rowOf(n, file), n + 2))
  const texts = Array.from(places.keys(), (text) => `<si><t>${text}</t></si>`)
  const parts = {
    ...workbookParts(['Results'], { day: 'MM/DD/YYYY', time: 'MM/DD/YYYY HH:mm' }),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts.join('')}</sst>`,
  }
  const packed = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(packed), { level: 1 })
}

const letters = (at: number): string =>
  at < 26 ? String.fromCodePoint(65 + at) : letters(Math.floor(at / 26) - 1) + letters(at % 26)

/** Prints the figures. */
export async function measureReading(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lateral-import-'))
  try {
    const rows = []
    for (const [what, make] of [
      ['CSV', () => csvOf(file)],
      ['workbook', workbook],
    ] as const) {
      const written = path.join(folder, what)
      await writeFile(written, make())
      rows.push(await measured(what, written))
    }
    printTable(
      `Reading ${results} results of ${people} people`,
      rows.map(({ shown }) => shown),
    )
    for (const { what, seconds, read } of rows) {
      if (read !== results) throw new Error(`${read} rows of the ${what} were read`)
      if (what === 'CSV') hold('reading a CSV file, in seconds', seconds, 15)
    }
    for (const { what, fed } of rows) hold(`memory of who feeds the ${what}, in MiB more`, fed, 60)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function hold(what: string, reached: number, atMost: number): void {
  if (!printAim(what, reached, { atMost })) process.exitCode = 1
}

async function measured(what: string, written: string) {
  const { size } = await stat(written)
  const started = performance.now()
  globalThis.gc?.()
  const before = await residentMiB(process.pid)
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let [read, bytes] = [0, 0]
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    // Each message is a line, of which the first and the last are about the file.
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) read += 1
  })
  const { result: peak, peakMiB: own } = await peakDuring(process.pid, async () => {
    let [most, isOver] = [0, false]
    const ended = once(child, 'close').then(() => (isOver = true))
    const fed = pipeline(createReadStream(written), child.stdin)
    while (!isOver) {
      // A process that has just ended has no memory any more.
      most = Math.max(most, (await residentMiB(child.pid ?? 0).catch(() => 0)) || 0)
      await sleep(20)
    }
    await Promise.all([fed, ended])
    return most
  })
  if (child.exitCode !== 0) throw new Error(`The program ended with ${child.exitCode}`)
  const seconds = (performance.now() - started) / 1000
  const shown = {
    file: what,
    MB: (size / 1e6).toFixed(0),
    s: seconds.toFixed(1),
    'rows/s': (results / seconds).toFixed(0),
    'MB written': (bytes / 1e6).toFixed(0),
    'peak MiB of the program': peak.toFixed(0),
    'MiB more here': (own - before).toFixed(0),
  }
  return { what, seconds, read: read - 2, peak, fed: own - before, shown }
}
