import { mostCellCharacters, mostImportColumns, mostImportRows } from '../../../contract/limits-and-times.ts'
import type { Cell } from '../../../contract/imports/row-cells.ts'
import type { Archive } from './archives.ts'
import { writtenNumber } from './number-formats.ts'
import { RefusedFile } from './refused-file.ts'
import { writtenDate } from './workbook-dates.ts'
import { stylesOf, type CellStyle } from './workbook-styles.ts'
import { elements, type XmlEvent } from './xml-of-workbook.ts'

/** True if the names of an archive are those of a workbook (.xlsx, ECMA-376). */
export function isWorkbook({ names }: Archive): boolean {
  return names.includes('xl/workbook.xml')
}

/** A row of a workbook with its number, counted from 1. Rows without any value are left out. */
export interface NumberedRow {
  line: number
  cells: Cell[]
}

/**
 * Reads the rows of the first visible sheet of a workbook as texts, a part of the sheet at a time. Dates become
 * YYYY-MM-DD HH:mm, numbers digits in full with the zeros that their format shows, and formulas null, whatever value was kept of them. Every row is as long as the
 * first.
 */
export async function* workbookRows(archive: Archive): AsyncGenerator<NumberedRow> {
  const { sheet, is1904 } = await firstSheet(archive)
  const parts = ['xl/sharedStrings.xml', 'xl/styles.xml', sheet]
  archive.expectRoomFor(parts)
  const texts = await sharedTexts(archive)
  const styles = await stylesOf(elements(archive, 'xl/styles.xml'))
  let width = 0
  for await (const row of sheetRows(elements(archive, sheet), { texts, styles, is1904 })) {
    width ||= row.cells.length
    while (row.cells.length < width) row.cells.push('')
    yield row
  }
}

/** Finds the entry of the first sheet that is not hidden, and whether days are counted from 1904. */
async function firstSheet(archive: Archive): Promise<{ sheet: string; is1904: boolean }> {
  let relation: string | undefined
  let is1904 = false
  for await (const events of elements(archive, 'xl/workbook.xml')) {
    for (const event of events) {
      if (event.kind !== 'open') continue
      if (event.name === 'workbookPr') is1904 ||= /^(1|true)$/.test(event.attributes.date1904 ?? '')
      if (event.name === 'sheet' && (event.attributes.state ?? 'visible') === 'visible') {
        relation ??= event.attributes['r:id'] ?? event.attributes.id
      }
    }
  }
  let target: string | undefined
  for await (const events of elements(archive, 'xl/_rels/workbook.xml.rels')) {
    for (const event of events) {
      if (event.kind === 'open' && event.attributes.Id === relation) target = event.attributes.Target
    }
  }
  if (target === undefined) throw new RefusedFile('damaged')
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 }
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = []
  const text = new CellText()
  for await (const events of elements(archive, 'xl/sharedStrings.xml')) {
    for (const event of events) {
      text.take(event)
      if (event.kind === 'close' && event.name === 'si') texts.push(text.end())
    }
  }
  return texts
}

/** Collects the parts of a text, without the readings of Japanese signs. */
class CellText {
  #text = ''
  #isIn = false
  #isReading = false

  take(event: XmlEvent): void {
    if (event.kind === 'text') {
      if (this.#isIn && !this.#isReading) this.#text += event.text
      if (this.#text.length > mostCellCharacters) throw new RefusedFile('damaged')
    } else if (event.name === 't' || event.name === 'v') this.#isIn = event.kind === 'open'
    else if (event.name === 'rPh') this.#isReading = event.kind === 'open'
  }

  /** Ends the text. A sign that XML cannot hold is written by its number. */
  end(): string {
    const text = this.#text
    this.#text = ''
    return text.includes('_x') ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, decodedSign) : text
  }
}

function decodedSign(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16))
}

interface SheetParts {
  texts: readonly string[]
  styles: readonly CellStyle[]
  is1904: boolean
}

async function* sheetRows(parts: AsyncIterable<XmlEvent[]>, known: SheetParts): AsyncGenerator<NumberedRow> {
  let row: NumberedRow = { line: 0, cells: [] }
  let at = -1
  let [type, style, isFormula] = ['', '', false]
  const text = new CellText()
  for await (const events of parts) {
    for (const event of events) {
      text.take(event)
      if (event.kind === 'open' && event.name === 'row') {
        row = { line: lineAfter(row.line, event.attributes.r), cells: [] }
        at = -1
      } else if (event.kind === 'open' && event.name === 'c') {
        at = placeOf(event.attributes.r) ?? at + 1
        type = event.attributes.t ?? 'n'
        style = event.attributes.s ?? ''
        isFormula = false
      } else if (event.kind === 'open' && event.name === 'f') isFormula = true
      else if (event.kind === 'close' && event.name === 'c') {
        const written = text.end()
        const value = isFormula || type === 'e' ? null : valueOf(written, type, style, known)
        if (value !== '') put(row, at, value)
      } else if (event.kind === 'close' && event.name === 'row' && row.cells.length > 0) yield row
    }
  }
}

/** The number of a row, which is higher than that of the row before. Throws `damaged`. */
function lineAfter(before: number, written: string | undefined): number {
  const line = Number(written ?? before + 1)
  if (!Number.isSafeInteger(line) || line <= before) throw new RefusedFile('damaged')
  return line
}

function put(row: NumberedRow, at: number, value: Cell): void {
  if (at >= mostImportColumns) throw new RefusedFile('tooManyColumns', mostImportColumns)
  if (row.line > mostImportRows + 1) throw new RefusedFile('tooManyRows', mostImportRows)
  while (row.cells.length < at) row.cells.push('')
  row.cells[at] = value
}

/** The place of a column by the letters of a reference such as AB12, counted from 0. */
function placeOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function valueOf(written: string, type: string, style: string, { texts, styles, is1904 }: SheetParts): Cell {
  if (written === '') return ''
  switch (type) {
    case 's':
      return texts[Number(written)] ?? ''
    case 'b':
      return written === '1' ? 'TRUE' : 'FALSE'
    case 'n': {
      const number = Number(written)
      if (!Number.isFinite(number)) return written
      const shown = styles[Number(style)]
      return shown === 'date' ? writtenDate(number, is1904) : writtenNumber(written, shown)
    }
    default:
      return written
  }
}
