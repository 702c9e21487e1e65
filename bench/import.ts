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
import { printAim, printTable } from './report.ts'
import { peakDuring, residentMiB } from './resident.ts'

const results = 100_000
const people = 20_000

const program = path.join(import.meta.dirname, '../server/imports/reading/read-program.ts')
const settings = { answers: null, zone: 'UTC', now: '2026-11-26T12:00:00Z' }

const headers = [
  'Patient first name',
  'Patient middle name',
  'Patient last name',
  'Patient full name',
  'Patient date of birth',
  'Test date',
  'Condition',
  'Result',
  'Result reported date',
  'Test correction status',
  'Test correction reason',
  'Device name',
  'Device manufacturer',
  'Device model',
  'Device swab type',
  'Has symptoms',
  'Symptoms present',
  'Symptom onset',
  'Facility name',
  'Submitter',
  'Patient role',
  'Patient ID (Student ID, Employee ID, etc.)',
  'Patient preferred language',
  'Patient phone number',
  'Patient email',
  'Patient street address',
  'Patient street address 2',
  'Patient city',
  'Patient state',
  'Patient zip code',
  'Patient county',
  'Patient country',
  'Patient gender',
  'Patient race',
  'Patient ethnicity',
  'Patient tribal affiliation',
  'Patient is a resident in a congregate setting',
  'Patient is employed in healthcare',
]

const two = (value: number) => String(value).padStart(2, '0')

/** A row of SimpleReport's last download. Every fifth name has an accent. */
function row(n: number): string[] {
  const person = n % people
  const [first, last] = [person % 5 === 0 ? `José${person}` : `Jo${person}`, `Green${person % 997}`]
  const test = Math.floor(n / 2)
  const day = `${two((test % 12) + 1)}/${two((test % 28) + 1)}/2025`
  const time = `${(test % 12) + 1}:${two(test % 60)}${test % 2 === 0 ? 'AM' : 'PM'}`
  const born = `${two((person % 12) + 1)}/${two((person % 28) + 1)}/${1930 + (person % 90)}`
  const [condition, result] = [n % 2 === 0 ? 'COVID-19' : 'Flu A', n % 9 === 0 ? 'POSITIVE' : 'NEGATIVE']
  const columns = [
    `${first}|E|${last}|${first} E ${last}|${born}|${day} ${time}|${condition}|${result}|${day} 11:59PM|ORIGINAL|`,
    'Quay Duo|Quay Diagnostics|Quay Duo Rapid|Nasal swab|No|No symptoms|',
    `Facility ${n % 40}|Jane Doe${n % 60}|RESIDENT|ID-${person}|English|410-867-5309|jo${person}@example.org`,
    `${person} Main Street||Boston|MA|02108|Suffolk|USA|female|white|not_hispanic||true|false`,
  ]
  return columns.join('|').split('|')
}

const csv = () => {
  const lines = [headers.map((header) => (header.includes(',') ? `"${header}"` : header)).join(',')]
  for (let n = 0; n < results; n += 1) lines.push(row(n).join(','))
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

/** A workbook as spreadsheets save it, with each text once. */
const workbook = () => {
  const places = new Map<string, number>()
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  }
  const rowOf = (cells: readonly string[], line: number) =>
    `<row r="${line}">${cells.map((cell, at) => (cell === '' ? '' : `<c r="${letters(at)}${line}" t="s"><v>${placeOf(cell)}</v></c>`)).join('')}</row>`
  const lines = [rowOf(headers, 1)]
  for (let n = 0; n < results; n += 1) lines.push(rowOf(row(n), n + 2))
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

const folder = await mkdtemp(path.join(os.tmpdir(), 'lateral-import-'))
try {
  const rows = []
  for (const [what, make] of [
    ['CSV', csv],
    ['workbook', workbook],
  ] as const) {
    const file = path.join(folder, what)
    await writeFile(file, make())
    rows.push(await measured(what, file))
  }
  printTable(
    `Reading ${results} results of ${people} people`,
    rows.map(({ shown }) => shown),
  )
  for (const { what, seconds, read } of rows) {
    if (read !== results) throw new Error(`${read} rows of the ${what} were read`)
    if (what === 'CSV') printAim('reading a CSV file, in seconds', seconds, { atMost: 15 })
  }
  for (const { what, fed } of rows) printAim(`memory of who feeds the ${what}, in MiB more`, fed, { atMost: 60 })
} finally {
  await rm(folder, { recursive: true })
}

async function measured(what: string, file: string) {
  const { size } = await stat(file)
  const started = performance.now()
  globalThis.gc?.()
  const before = await residentMiB(process.pid)
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let [read, written] = [0, 0]
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.length
    // Each message is a line, of which the first and the last are about the file.
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) read += 1
  })
  const { result: peak, peakMiB: own } = await peakDuring(process.pid, async () => {
    let [most, isOver] = [0, false]
    const ended = once(child, 'close').then(() => (isOver = true))
    const fed = pipeline(createReadStream(file), child.stdin)
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
    'MB written': (written / 1e6).toFixed(0),
    'peak MiB of the program': peak.toFixed(0),
    'MiB more here': (own - before).toFixed(0),
  }
  return { what, seconds, read: read - 2, peak, fed: own - before, shown }
}
