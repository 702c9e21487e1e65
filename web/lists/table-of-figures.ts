import { harmless } from '../../contract/rules/csv.ts'
import type { TestRecordsSearch } from '../paths.ts'

export interface Cell {
  /** The figure for readers. */
  text: string
  /** The figure for programs: numbers without separators, shares from 0 to 1, days as YYYY-MM-DD. */
  value: string | number
  /** The list of exactly the counted tests; absent if nothing is counted. */
  list?: TestRecordsSearch
}

/** Figures as rows, such as those of a chart. The first cell of a row names it. */
export interface TableOfFigures {
  /** Names the counted things, days and places; shown above the table, also on paper. */
  caption: string
  /** The column heads; counts are aligned to the right. */
  columns: readonly { title: string; isNumber: boolean }[]
  rows: readonly { key: string; cells: readonly Cell[] }[]
  /** The sums of the columns; left out if they would count a test twice. */
  sums?: readonly Cell[]
}

/**
 * The rows of a table as a CSV file in the format of the export of tests: UTF-8 with a byte order mark, lines ended by
 * CR and LF, no text that a spreadsheet would run. Sums are left out, because adding up a column would include them.
 */
export function csvOf({ columns, rows }: TableOfFigures): string {
  const lines = [columns.map(({ title }) => title), ...rows.map(({ cells }) => cells.map(({ value }) => value))]
  return `\u{FEFF}${lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')}`
}

function csvCell(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${harmless(value).replaceAll('"', '""')}"`
}
