/**
 * The parts of a spreadsheet (.xlsx, ECMA-376) as text, with typed cells. A program that opens a CSV file converts
 * texts that look like numbers and dates (00123, 1E10, MAR1); a text cell of a workbook stays a text.
 */

/** The type of a column's cells. A `day` is written as YYYY-MM-DD, a `time` as YYYY-MM-DD HH:mm:ss by any clock. */
export type CellKind = 'text' | 'number' | 'day' | 'time'

export interface WorkbookColumn {
  title: string
  kind: CellKind
}

/** The most characters of a cell that programs open. */
const mostCharacters = 32_767

/** The indexes of the formats in `styles.xml`, which is generated in this file. */
const styleOf: Record<CellKind | 'title', number> = { number: 0, text: 1, day: 2, time: 3, title: 4 }

/** The start of a sheet: its columns, and their titles in a row that stays in view. */
export function sheetStart(columns: readonly WorkbookColumn[]): string {
  const widths = columns.map(({ kind, title }, at) => {
    const width = Math.max(kind === 'time' ? 18 : 12, Math.min(title.length + 2, 40))
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${styleOf[kind]}" customWidth="1"/>`
  })
  const titles = columns.map(({ title }, at) => textCell(`${letters(at)}1`, title, styleOf.title))
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
}

/** A row of a sheet, counted from 1. Empty values have no cell; values that do not fit their type become texts. */
export function sheetRow(
  values: readonly (string | number)[],
  columns: readonly WorkbookColumn[],
  row: number,
): string {
  const cells = values.map((value, at) => {
    const kind = columns[at]?.kind ?? 'text'
    return value === '' ? '' : cell(`${letters(at)}${row}`, String(value), kind)
  })
  return `<row r="${row}">${cells.join('')}</row>`
}

export const sheetEnd = '</sheetData></worksheet>'

/** The path of the nth sheet, counted from 1, in the file. */
export function sheetPath(sheet: number): string {
  return `xl/worksheets/sheet${sheet}.xml`
}

/**
 * All other parts of the file, by their paths. Titles of sheets are at most 31 characters and contain none of
 * `[]:*?/\`. `formats` are the tenant's date patterns (`DD/MM/YYYY HH:mm`).
 */
export function workbookParts(
  sheets: readonly string[],
  formats: { day: string; time: string },
): Record<string, string> {
  const ids = sheets.map((title, at) => ({ title, at: at + 1 }))
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${ids.map(({ at }) => `<Override PartName="/${sheetPath(at)}" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${ids.map(({ title, at }) => `<sheet name="${escaped(title)}" sheetId="${at}" r:id="rId${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${ids.map(({ at }) => `<Relationship Id="rId${at}" Type="${documents}/worksheet" Target="worksheets/sheet${at}.xml"/>`).join('')}<Relationship Id="rId${ids.length + 1}" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="${escaped(formatCode(formats.day))}"/><numFmt numFmtId="165" formatCode="${escaped(formatCode(formats.time))}"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5">${[
      '<xf xfId="0"/>',
      '<xf xfId="0" numFmtId="49" applyNumberFormat="1"/>',
      '<xf xfId="0" numFmtId="164" applyNumberFormat="1"/>',
      '<xf xfId="0" numFmtId="165" applyNumberFormat="1"/>',
      '<xf xfId="0" numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>',
    ].join('')}</cellXfs></styleSheet>`,
  }
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function cell(reference: string, value: string, kind: CellKind): string {
  const number = kind === 'number' ? numberOf(value) : kind === 'text' ? undefined : serialOf(value)
  if (number === undefined) return textCell(reference, value, styleOf.text)
  return `<c r="${reference}" s="${styleOf[kind]}"><v>${number}</v></c>`
}

function textCell(reference: string, value: string, style: number): string {
  const text = value.length > mostCharacters ? `${value.slice(0, mostCharacters - 1)}…` : value
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

function numberOf(value: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}

const dayLong = 24 * 60 * 60 * 1000

/**
 * The serial number of a day or a time: days since 30 December 1899. Dates before March 1900 differ between programs.
 */
function serialOf(value: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(value)
    ? Date.parse(`${value.replace(' ', 'T')}${value.length === 10 ? 'T00:00:00' : ''}Z`)
    : Number.NaN
  const serial = (at - Date.UTC(1899, 11, 30)) / dayLong
  return serial >= 61 ? serial : undefined
}

/** The letters of a column, counted from 0: A, …, Z, AA. */
function letters(at: number): string {
  const last = String.fromCodePoint(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes a text for XML, and drops the characters that XML cannot hold. `_x0041_` would be read as A, so its first
 * underscore is written as `_x005F_`.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}

/** Converts a date pattern to spreadsheets' notation: `DD/MM/YYYY HH:mm` → `dd"/"mm"/"yyyy" "hh":"mm`. */
function formatCode(pattern: string): string {
  return pattern.replaceAll(
    /\[([^\]]*)\]|YYYY|YY|M{1,4}|DD?|HH?|hh?|mm?|ss?|A|a|[^YMDHhmsAa[]+/g,
    (part, literal?: string) => {
      if (literal !== undefined) return `"${literal.replaceAll('"', '')}"`
      if (/^[aA]$/.test(part)) return 'AM/PM'
      return /^[YMDHhms]/.test(part) ? part.toLowerCase() : `"${part.replaceAll('"', '')}"`
    },
  )
}
