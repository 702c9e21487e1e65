import { recognise, suggestedColumn } from './recognising.ts'
import type { Cell } from './row-cells.ts'

/** A row that is among the first of a file, with its number there. */
interface FirstRow {
  line: number
  cells: readonly Cell[]
}

/** The number that stands for a file without headers, all of whose rows are data. */
export const noHeaderRow = 0

/**
 * Finds the row of headers below titles, instructions and names of groups of columns, and returns its number. The last of
 * several rows of headers is taken, which is the one above the data.
 */
export function findHeaderRow(rows: readonly FirstRow[]): number {
  const recognised = rows.findIndex(
    ({ cells }, at) => recognise(textsOf(cells), rows[at + 1]?.cells ?? []).layout !== 'by-hand',
  )
  if (recognised !== -1) return rows[recognised]?.line ?? noHeaderRow
  const known = rows.map(({ cells }) => knownHeaders(cells))
  const most = Math.max(0, ...known)
  if (most >= fewestKnown) {
    let at = known.findIndex((count) => count >= Math.max(fewestKnown, most / 2))
    while ((known[at + 1] ?? 0) >= fewestKnown) at += 1
    return rows[at]?.line ?? noHeaderRow
  }
  return (rows[aboveData(rows)] ?? { line: noHeaderRow }).line
}

/** Fewer known headers may be words of a title. */
const fewestKnown = 2

function knownHeaders(cells: readonly Cell[]): number {
  return textsOf(cells).filter((header) => suggestedColumn(header) !== undefined).length
}

/** The place of the row above the first one that looks like data; -1 if that is the first of all. */
function aboveData(rows: readonly FirstRow[]): number {
  const filled = rows.map(({ cells }) => textsOf(cells).filter((cell) => cell.trim() !== '').length)
  const half = Math.max(...filled) / 2
  const data = rows.findIndex(({ cells }, at) => (filled[at] ?? 0) >= half && textsOf(cells).some(isValue))
  return data === -1 ? filled.findIndex((count) => count >= half) : data - 1
}

/** True for a day, an email or a long number, which no header is. */
function isValue(cell: string): boolean {
  const text = cell.trim()
  return /^(\d{1,4}[-/. ](\d{1,2}|\p{L}{3,12})[-/. ]\d{1,4}|[^\s@]+@[^\s@]+|\d{5,20})$/u.test(text)
}

/** The headers of a row, with what rows above it say of columns that it leaves empty, or that it names twice. */
export function headersOf(row: FirstRow, before: readonly FirstRow[]): string[] {
  const above = before.findLast(({ line, cells }) => line === row.line - 1 && isOfSeveral(cells))
  const headers = textsOf(row.cells)
  const over = above === undefined ? [] : textsOf(above.cells)
  const filled = headers.map((header, at) => (header.trim() === '' ? (over[at] ?? '') : header))
  const count = new Map<string, number>()
  for (const header of filled) count.set(folded(header), (count.get(folded(header)) ?? 0) + 1)
  return filled.map((header, at) => {
    const group = over.slice(0, at + 1).findLast((cell) => cell.trim() !== '')
    const isTwice = (count.get(folded(header)) ?? 0) > 1 && header.trim() !== ''
    return isTwice && group !== undefined ? `${group.trim()}: ${header.trim()}` : header
  })
}

function folded(header: string): string {
  return header.trim().toLowerCase()
}

/** True for the names of several groups of columns, which no title of a file is. */
function isOfSeveral(cells: readonly Cell[]): boolean {
  return textsOf(cells).filter((cell) => cell.trim() !== '').length > 1
}

function textsOf(cells: readonly Cell[]): string[] {
  return cells.map((cell) => cell ?? '')
}
