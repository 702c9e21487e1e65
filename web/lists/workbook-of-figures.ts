import { strToU8, zipSync } from 'fflate'
import { fileTypes } from '../../contract/listing.ts'
import { sheetEnd, sheetPath, sheetRow, sheetStart, workbookParts } from '../../contract/rules/workbook.ts'
import type { TableOfFigures } from './table-of-figures.ts'

/**
 * The rows of a table as a workbook, with counts as numbers and days as dates. Sums are left out, as in the CSV file.
 */
export function workbookOf(
  { columns, rows }: TableOfFigures,
  { title, formats }: { title: string; formats: { day: string; time: string } },
): Blob {
  const values = rows.map(({ cells }) => cells.map(({ value }) => value))
  const kinds = columns.map(({ title: head, isNumber }, at) => {
    const isDay = values.length > 0 && values.every((row) => /^\d{4}-\d\d-\d\d$/.test(String(row[at])))
    return { title: head, kind: isNumber ? 'number' : isDay ? 'day' : 'text' } as const
  })
  const lines = values.map((row, at) => sheetRow(row, kinds, at + 2))
  const parts = {
    ...workbookParts([titleOfSheet(title)], formats),
    [sheetPath(1)]: `${sheetStart(kinds)}${lines.join('')}${sheetEnd}`,
  }
  const files = Object.entries(parts).map(([path, text]) => [path, strToU8(text)])
  return new Blob([zipSync(Object.fromEntries(files))], { type: fileTypes.xlsx })
}

/** Converts a title to a valid name of a sheet. */
function titleOfSheet(title: string): string {
  return title
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim()
}
