import { sql, type RawBuilder } from 'kysely'
import { unsafeAtStart, unsafeInside } from '../../../contract/rules/csv.ts'
import type { CellKind } from '../../../contract/rules/workbook.ts'

/**
 * A column of an exported file: its header in the user's language, and the SQL of its value in CSV over the query of
 * the rows. A workbook gets the text of the value unless `cell` says otherwise: texts need no guard there, and days
 * (YYYY-MM-DD) and times (YYYY-MM-DD HH:mm:ss) become dates.
 */
export interface FileColumn {
  header: string
  value: RawBuilder<unknown>
  cell?: { kind: CellKind; value: RawBuilder<unknown> }
}

/** A column of free text, guarded against formulas in CSV. */
export function textColumn(header: string, column: string | RawBuilder<unknown>): FileColumn {
  const value = typeof column === 'string' ? sql.ref(column) : column
  return { header, value: safe(value), cell: { kind: 'text', value } }
}

export function numberColumn(header: string, value: RawBuilder<unknown>): FileColumn {
  return { header, value, cell: { kind: 'number', value } }
}

/** A column of days or, with `kind` 'time', of timestamps without a zone, written in the tenant's pattern. */
export function dateColumn(
  header: string,
  value: RawBuilder<unknown>,
  { kind, pattern }: { kind: 'day' | 'time'; pattern: string },
): FileColumn {
  const iso = kind === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH24:MI:SS'
  return { header, value: dated(value, pattern), cell: { kind, value: sql`to_char(${value}, ${iso})` } }
}

/**
 * Guards a text against being run as a formula by a spreadsheet, wherever that splits the line. An apostrophe goes
 * before = + - @ (also in full width), a tab or a line break at the start, and before any of them after a semicolon,
 * comma, tab or line break inside (OWASP, CSV injection; many countries separate lists by semicolons). Quotes in
 * between do not protect, because they vanish at the start of a cell. Most texts contain nothing of the kind and pass
 * after one check.
 */
export function safe(column: string | RawBuilder<unknown>): RawBuilder<unknown> {
  const value = typeof column === 'string' ? sql.ref(column) : column
  const codes = sql.raw([...unsafeAtStart].map((character) => character.codePointAt(0)).join(', '))
  return sql`case when ${value} !~ ${perhapsUnsafe} then ${value}
    else case when ascii(ltrim(${value}, '"')) in (${codes}) then '''' else '' end
      || regexp_replace(${value}, ${unsafeInside.source}, ${"\\1'"}, 'g') end`
}

/** Matches every text that either search below could change. */
const perhapsUnsafe = String.raw`(^|[;,\t\r\n])"*[=+@＝＋－＠\t\r\n-]`

/**
 * Writes a date in the tenant's pattern. A pattern may contain the tenant's own words, so the result is guarded as
 * well.
 */
function dated(value: RawBuilder<unknown>, pattern: string): RawBuilder<unknown> {
  const text = sql`to_char(${value}, ${toCharPattern(pattern)})`
  return /^[A-Za-z]+([ ./:-]+[A-Za-z]+)*$/.test(pattern) ? text : safe(text)
}

/** Translates each value of a column to its word, and any other value to an empty text. */
export function words<T extends string>(
  column: string | RawBuilder<unknown>,
  values: readonly T[],
  wordOf: (value: T) => string,
): RawBuilder<unknown> {
  const cases = values.map((value) => sql`when ${value} then ${wordOf(value)}`)
  return sql`case ${typeof column === 'string' ? sql.ref(column) : sql`(${column})`} ${sql.join(cases, sql` `)} end`
}

const tokens: Record<string, string> = {
  YYYY: 'YYYY',
  YY: 'YY',
  MMMM: 'MM',
  MMM: 'MM',
  MM: 'MM',
  M: 'FMMM',
  DD: 'DD',
  D: 'FMDD',
  HH: 'HH24',
  H: 'FMHH24',
  hh: 'HH12',
  h: 'FMHH12',
  mm: 'MI',
  ss: 'SS',
  A: 'AM',
  a: 'am',
}

/**
 * Translates a dayjs pattern to one of PostgreSQL's `to_char`. Month names become numbers, because names would need a
 * language.
 */
function toCharPattern(pattern: string): string {
  return pattern.replaceAll(
    /\[[^\]]*\]|YYYY|YY|M{1,4}|DD?|HH?|hh?|mm|ss|A|a|[^YMDHhmsAa[]+/g,
    (part) => tokens[part] ?? `"${part.replaceAll(/["\\[\]]/g, '')}"`,
  )
}
