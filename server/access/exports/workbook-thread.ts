import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'csv-parse'
import { Zip, ZipDeflate } from 'fflate'
import {
  mostRows,
  sheetEnd,
  sheetPath,
  sheetRow,
  sheetStart,
  workbookParts,
  type WorkbookColumn,
} from '../../../contract/rules/workbook.ts'

/** Runs in a thread of its own: turns PostgreSQL's CSV into a workbook, a chunk at a time, for `WorkbookStream`. */

export interface WorkbookSettings {
  /** What the first sheet is called; further ones get a number. */
  title: string
  columns: readonly WorkbookColumn[]
  /** The tenant's patterns of dates. */
  formats: { day: string; time: string }
}

/** The next part of the CSV, or its end. */
export type WorkbookInput = { chunk: Uint8Array } | 'end'

/** What of the file is ready by then, and how many rows it holds in all. */
export interface WorkbookOutput {
  parts: Uint8Array[]
  rows: number
}

// Only `WorkbookStream` starts this file, with these settings.
const { title, columns, formats } = workerData as WorkbookSettings
const port = parentPort
if (port === null) throw new Error('It runs in a thread')

const encoder = new TextEncoder()
let parts: Uint8Array[] = []
let rows = 0
/** How many sheets there are, and rows of the last one, its titles too. */
let sheets = 0
let height = 0

const zip = new Zip((error, part) => {
  if (error) throw error
  parts.push(part)
})
const parser = parse()
let sheet = begin()

port.on('message', (input: WorkbookInput) => {
  if (input === 'end') parser.end()
  else parser.write(Buffer.from(input.chunk))
  let text = ''
  // The rows that a chunk completes are there as soon as it is written.
  for (let values: string[] | null = parser.read(); values !== null; values = parser.read()) {
    if (height === mostRows) {
      sheet.push(encoder.encode(text + sheetEnd), true)
      text = ''
      sheet = begin()
    }
    height += 1
    rows += 1
    text += sheetRow(values, columns, height)
  }
  if (input === 'end') finish(text)
  else sheet.push(encoder.encode(text))
  const output: WorkbookOutput = { parts, rows }
  port.postMessage(output)
  parts = []
})

function begin(): ZipDeflate {
  sheets += 1
  height = 1
  const next = new ZipDeflate(sheetPath(sheets), { level: 1 })
  zip.add(next)
  next.push(encoder.encode(sheetStart(columns)))
  return next
}

/** The parts that name all sheets come last, when it is known how many there are. */
function finish(text: string): void {
  sheet.push(encoder.encode(text + sheetEnd), true)
  const titles = Array.from({ length: sheets }, (_, at) => (at === 0 ? title : `${title} ${at + 1}`))
  for (const [path, content] of Object.entries(workbookParts(titles, formats))) {
    const part = new ZipDeflate(path)
    zip.add(part)
    part.push(encoder.encode(content), true)
  }
  zip.end()
}
