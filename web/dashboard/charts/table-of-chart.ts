import { harmless } from '../../../contract/rules/csv.ts'
import type { TestRecordsSearch } from '../../paths.ts'

/** A figure of a chart, as its table and its file say it. */
export interface Cell {
  /** As people read it. */
  text: string
  /** As a program reads it: numbers without separators, shares from 0 to 1, days as YYYY-MM-DD. */
  value: string | number
  /** The list of exactly the tests that it counts; none where it counts nothing. */
  list?: TestRecordsSearch
}

/** What a chart shows, in rows. The first cell of a row names it. */
export interface TableOfChart {
  /** What it counts, of which days and places: it stands above the table, also on paper. */
  caption: string
  /** The heads of the columns; what is counted stands at the right. */
  columns: readonly { title: string; isNumber: boolean }[]
  rows: readonly { key: string; cells: readonly Cell[] }[]
  /** What the columns come to, below them; left out where a sum would count a test twice. */
  sums?: readonly Cell[]
}

/**
 * The rows of a table as a CSV file, as the export of tests is one: UTF-8 with a byte order mark, lines ended by CR and LF, no text that
 * a spreadsheet would run. Sums are left out: who adds up a column would count them, too.
 */
export function csvOf({ columns, rows }: TableOfChart): string {
  const lines = [columns.map(({ title }) => title), ...rows.map(({ cells }) => cells.map(({ value }) => value))]
  return `\u{FEFF}${lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')}`
}

function csvCell(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${harmless(value).replaceAll('"', '""')}"`
}
