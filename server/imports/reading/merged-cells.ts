import type { Cell } from '../../../contract/imports/row-cells.ts'
import type { Archive } from './archives.ts'

/** What is read of the end of a sheet, where merged cells stand: 100,000 of them. */
const mostCharacters = 4 * 1024 * 1024

/** Cells of one column that are merged over rows, by the row in which they begin. */
type Merged = ReadonlyMap<number, readonly { column: number; until: number }[]>

/** Cells that are merged over several rows, whose value is written in the first alone. */
class MergedCells {
  readonly #merged: Merged
  /** What stands in a column, and until which row. */
  readonly #open = new Map<number, { until: number; value: string }>()

  constructor(merged: Merged) {
    this.#merged = merged
  }

  /** Fills the cells of a row that were merged with one above. Rows come in their order. */
  fill({ line, cells }: { line: number; cells: Cell[] }): void {
    for (const [column, { until, value }] of this.#open) {
      if (line > until) this.#open.delete(column)
      else {
        while (cells.length <= column) cells.push('')
        if (cells[column] === '') cells[column] = value
      }
    }
    for (const { column, until } of this.#merged.get(line) ?? []) {
      const value = cells[column] ?? ''
      if (value !== '') this.#open.set(column, { until, value })
    }
  }
}

/** Finds the merged cells of a sheet, which stand behind its rows. */
export async function mergedCellsOf(archive: Archive, sheet: string): Promise<MergedCells> {
  const merged = new Map<number, { column: number; until: number }[]>()
  for (const [, reference = ''] of (await endOf(archive, sheet)).matchAll(
    /mergeCell [^<>]{0,200}ref="([A-Z0-9:]{1,30})"/g,
  )) {
    const [first = '', last = ''] = reference.split(':')
    const [line, until, column] = [lineOf(first), lineOf(last), placeOf(first)]
    if (column !== undefined && until > line) pushTo(merged, line, { column, until })
  }
  return new MergedCells(merged)
}

function pushTo<V>(lists: Map<number, V[]>, key: number, value: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** The text of a sheet from its merged cells on; empty for most sheets, which have none. */
async function endOf(archive: Archive, sheet: string): Promise<string> {
  const word = 'mergeCell '
  let [text, before] = ['', '']
  for await (const chunk of (await archive.open(sheet)) ?? []) {
    const isIn =
      text !== '' || chunk.includes(word) || `${before}${chunk.toString('latin1', 0, word.length)}`.includes(word)
    if (isIn && text.length < mostCharacters) text += before + chunk.toString('latin1')
    before = isIn ? '' : chunk.toString('latin1', Math.max(0, chunk.length - word.length))
  }
  return text
}

function lineOf(reference: string): number {
  return Number(/\d{1,7}$/.exec(reference)?.[0] ?? Number.NaN)
}

/** The place of a column by the letters of a reference such as AB12, counted from 0. */
export function placeOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
