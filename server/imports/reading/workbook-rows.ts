import { mostCellCharacters, mostImportColumns, mostImportRows } from '../../../contract/limits-and-times.ts'
import type { Cell } from '../../../contract/imports/row-cells.ts'
import type { Archive } from './archives.ts'
import { mergedCellsOf, placeOf } from './merged-cells.ts'
import { writtenNumber } from './number-formats.ts'
import { RefusedFile } from './refused-file.ts'
import { writtenDate } from './workbook-dates.ts'
import { stylesOf, type CellStyle } from './workbook-styles.ts'
import { elements, type XmlEvent } from './xml-of-workbook.ts'

/** True if the names of an archive are those of a workbook (.xlsx, ECMA-376). */
export function isWorkbook({ names }: Archive): boolean {
  return names.includes('xl/workbook.xml')
}

/** A row of a table with its number, counted from 1. Rows without any value are left out. */
export interface NumberedRow {
  line: number
  cells: Cell[]
  /** True if the program that shows the workbook hides the row, for instance by a filter. */
  isHidden?: boolean
  /** The sheet of the row, and the others of the workbook. */
  sheet?: string
  otherSheets?: OtherSheet[]
  /** True in a workbook that counts days from 1904. */
  is1904?: boolean
}

interface OtherSheet {
  name: string
  isHidden: boolean
}

/**
 * Reads the rows of a sheet of a workbook as texts, a part at a time: those of the sheet with this name, or of the first that is
 * visible and has rows. Dates become YYYY-MM-DD HH:mm, numbers digits in full with the zeros that their format shows, and formulas null,
 * whatever value was kept of them. What is merged over several rows stands in each. Every row is as long as those before it.
 */
export async function* workbookRows(archive: Archive, wanted: string | null): AsyncGenerator<NumberedRow> {
  const { sheets, is1904 } = await sheetsOf(archive)
  const named = sheets.find(({ name }) => name === wanted)
  const tried = named === undefined ? sheets.filter(({ isHidden }) => !isHidden) : [named]
  const texts = await sharedTexts(archive)
  archive.expectRoomFor(['xl/sharedStrings.xml', 'xl/styles.xml'])
  const styles = await stylesOf(elements(archive, 'xl/styles.xml'))
  for (const { name: sheet, path } of tried) {
    archive.expectRoomFor(['xl/sharedStrings.xml', 'xl/styles.xml', path])
    const others = sheets.filter((one) => one.path !== path)
    const otherSheets = others.map(({ name, isHidden }) => ({ name, isHidden }))
    const merged = await mergedCellsOf(archive, path)
    let width = 0
    for await (const row of sheetRows(elements(archive, path), { texts, styles, is1904 })) {
      merged.fill(row)
      width = Math.max(width, row.cells.length)
      while (row.cells.length < width) row.cells.push('')
      yield { ...row, sheet, otherSheets, is1904 }
    }
    if (width > 0) return
  }
}

interface Sheet extends OtherSheet {
  /** The entry of the archive. */
  path: string
}

/** More sheets than anybody makes, and few enough to be named. */
const mostSheets = 500

/** Lists the sheets in their order, and tells whether days are counted from 1904. Throws `damaged` for none. */
async function sheetsOf(archive: Archive): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const found: (OtherSheet & { relation: string | undefined })[] = []
  let is1904 = false
  for await (const events of elements(archive, 'xl/workbook.xml')) {
    for (const event of events) {
      if (event.kind !== 'open') continue
      const { attributes } = event
      if (event.name === 'workbookPr') is1904 ||= /^(1|true)$/.test(attributes.date1904 ?? '')
      if (event.name === 'sheet') {
        const isHidden = (attributes.state ?? 'visible') !== 'visible'
        const name = (attributes.name ?? '').slice(0, longestSheetName)
        found.push({ name, isHidden, relation: attributes['r:id'] ?? attributes.id })
      }
    }
  }
  const targets = new Map<string, string>()
  for await (const events of elements(archive, 'xl/_rels/workbook.xml.rels')) {
    for (const event of events) {
      if (event.kind === 'open') targets.set(event.attributes.Id ?? '', event.attributes.Target ?? '')
    }
  }
  const sheets = found.slice(0, mostSheets).flatMap(({ name, isHidden, relation }) => {
    const target = targets.get(relation ?? '')
    // A sheet that is a chart has no rows.
    if (target === undefined || target.includes('chartsheets/')) return []
    return [{ name, isHidden, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` }]
  })
  if (sheets.every(({ isHidden }) => isHidden)) throw new RefusedFile('damaged')
  return { sheets, is1904 }
}

/** No program writes longer names of sheets, which have 31 characters. */
const longestSheetName = 100

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
        const isHidden = /^(1|true)$/.test(event.attributes.hidden ?? '')
        row = { line: lineAfter(row.line, event.attributes.r), cells: [], ...(isHidden && { isHidden }) }
        at = -1
      } else if (event.kind === 'open' && event.name === 'c') {
        at = placeOf(event.attributes.r) ?? at + 1
        type = event.attributes.t ?? 'n'
        style = event.attributes.s ?? ''
        isFormula = false
      } else if (event.kind === 'open' && event.name === 'f') isFormula = true
      else if (event.kind === 'close' && event.name === 'c') {
        const written = text.end()
        // A formula that shows nothing is as good as an empty cell.
        const isNothing = isFormula && type === 'str' && written === ''
        const isKnown = isNothing || (!isFormula && type !== 'e')
        const value = isKnown ? valueOf(written, type, style, known) : null
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
