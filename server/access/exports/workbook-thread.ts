import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'csv-parse'
import { Zip, ZipDeflate } from 'fflate'
import {
  sheetEnd,
  sheetPath,
  sheetRow,
  sheetStart,
  workbookParts,
  type WorkbookColumn,
} from '../../../contract/rules/workbook.ts'
import { mostSheetRows } from '../../../contract/limits-and-times.ts'

/** Runs in a thread for `WorkbookStream` and turns PostgreSQL's CSV into a workbook, a chunk at a time. */

export interface WorkbookSettings {
  /** The title of the first sheet; further sheets have a number after it. */
  title: string
  columns: readonly WorkbookColumn[]
  /** The tenant's date patterns. */
  formats: { day: string; time: string }
}

/** A chunk of the CSV, or its end. */
export type WorkbookInput = { chunk: Uint8Array } | 'end'

/** The parts of the file that are ready, and the number of rows written so far. */
export interface WorkbookOutput {
  parts: Uint8Array[]
  rows: number
}

// Only `WorkbookStream` starts this thread, with these settings.
const { title, columns, formats } = workerData as WorkbookSettings
const port = parentPort
if (port === null) throw new Error('It runs in a thread')

const encoder = new TextEncoder()
let parts: Uint8Array[] = []
let rows = 0
/** The number of sheets, and the number of rows on the last one with its titles. */
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
  // The parser has all rows of a chunk ready as soon as the chunk is written.
  for (let values: string[] | null = parser.read(); values !== null; values = parser.read()) {
    if (height === mostSheetRows) {
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

/** The parts that list all sheets are written last, once their number is known. */
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
