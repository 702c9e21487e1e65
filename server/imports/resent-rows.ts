import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { ImportHead } from '../../contract/imports/import.ts'
import { comparedHeader } from '../../contract/imports/recognising.ts'
import { unsafeAtStart } from '../../contract/rules/csv.ts'
import type { Cell } from '../../contract/imports/row-cells.ts'

/**
 * The file of rows that wait is read as the file that they come from. It names that import in the header of its first column, and has
 * its own two columns before those of the file, so that a row keeps as many cells behind them as it had.
 */
export const ownColumns = 2

/** The header of the first column, which holds the lines of the rows in the file that they come from. */
export function markedHeader(title: string, importId: string): string {
  return `${title} (${importId})`
}

const mark = / \(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)$/

/** The import that rows come from by the headers of their file; undefined for any other file. */
export function importInMark([first = '']: readonly string[]): string | undefined {
  return mark.exec(first.trim())?.[1]
}

/** The text of a cell in the file of rows that wait. A formula stays one, so that its row waits again. */
export function writtenCell(cell: Cell): string {
  return cell ?? '='
}

const guarded = new RegExp(`^'(?="*[${unsafeAtStart.replace('-', '\\-')}])`)
const guardedInside = /([;,\t\r\n])'(?="*[=+@＝＋－＠\t\r-])/g

/** A cell without the apostrophes that keep spreadsheets from running it. */
export function restoredCell(cell: Cell): Cell {
  return cell === null || !cell.includes("'") ? cell : cell.replace(guarded, '').replaceAll(guardedInside, '$1')
}

/**
 * What was answered for a file, for rows of it that are sent again. Columns are found by their headers, in whatever order they stand
 * now.
 */
export function answersAgain(
  headers: readonly string[],
  former: { head: ImportHead; answers: ImportAnswers },
): ImportAnswers {
  const { columns } = former.answers
  // The rows stand in a file of their own, below its first line.
  const answers: ImportAnswers = { ...former.answers, headerRow: null, sheet: null }
  if (columns === null) return answers
  const places = Map.groupBy(former.head.headers.keys(), (at) => comparedHeader(former.head.headers[at] ?? ''))
  const again = headers.map((header, at) => {
    const place = at < ownColumns ? undefined : places.get(comparedHeader(header))?.shift()
    return place === undefined ? null : (columns[place] ?? null)
  })
  return { ...answers, columns: again }
}
