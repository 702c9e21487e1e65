import { sql, type RawBuilder } from 'kysely'
import { unsafeAtStart, unsafeInside } from '../../../contract/rules/csv.ts'
import type { CellKind } from '../../../contract/rules/workbook.ts'

/**
 * A column of an exported file: its header in the user's language, and the SQL of its value over the query of the rows, as a CSV file
 * has it. In a workbook it is a text with the same value, unless `cell` says otherwise: texts need no guard there, and days
 * (YYYY-MM-DD) and times (YYYY-MM-DD HH:mm:ss) are dates.
 */
export interface FileColumn {
  header: string
  value: RawBuilder<unknown>
  cell?: { kind: CellKind; value: RawBuilder<unknown> }
}

/** A text of somebody's own. */
export function textColumn(header: string, column: string | RawBuilder<unknown>): FileColumn {
  const value = typeof column === 'string' ? sql.ref(column) : column
  return { header, value: safe(value), cell: { kind: 'text', value } }
}

export function numberColumn(header: string, value: RawBuilder<unknown>): FileColumn {
  return { header, value, cell: { kind: 'number', value } }
}

/** A day, or with `kind` time a timestamp without a zone, as the tenant's pattern writes it. */
export function dateColumn(
  header: string,
  value: RawBuilder<unknown>,
  { kind, pattern }: { kind: 'day' | 'time'; pattern: string },
): FileColumn {
  const iso = kind === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH24:MI:SS'
  return { header, value: dated(value, pattern), cell: { kind, value: sql`to_char(${value}, ${iso})` } }
}

/**
 * A text that a spreadsheet will not run, wherever it splits the line: an apostrophe goes in front of = + - @ (also in
 * their full-width forms), a tab or a line break at the start, and of them after a semicolon, a comma, a tab or a line
 * break inside (OWASP, CSV injection; the list separator of many countries is a semicolon). Quotes between do not help:
 * they vanish where they begin a cell. Most texts hold nothing of the kind, and are let through after one look.
 */
export function safe(column: string | RawBuilder<unknown>): RawBuilder<unknown> {
  const value = typeof column === 'string' ? sql.ref(column) : column
  const codes = sql.raw([...unsafeAtStart].map((character) => character.codePointAt(0)).join(', '))
  return sql`case when ${value} !~ ${perhapsUnsafe} then ${value}
    else case when ascii(ltrim(${value}, '"')) in (${codes}) then '''' else '' end
      || regexp_replace(${value}, ${unsafeInside.source}, ${"\\1'"}, 'g') end`
}

/** Whether there may be something to do; all that the two searches find is found by it. */
const perhapsUnsafe = String.raw`(^|[;,\t\r\n])"*[=+@＝＋－＠\t\r\n-]`

/** A date as the tenant's pattern writes it. Words in a pattern are the tenant's own, so they are made harmless, too. */
function dated(value: RawBuilder<unknown>, pattern: string): RawBuilder<unknown> {
  const text = sql`to_char(${value}, ${toCharPattern(pattern)})`
  return /^[A-Za-z]+([ ./:-]+[A-Za-z]+)*$/.test(pattern) ? text : safe(text)
}

/** The word for each value of a column; nothing where it has another. */
export function words<T extends string>(
  column: string,
  values: readonly T[],
  wordOf: (value: T) => string,
): RawBuilder<unknown> {
  const cases = values.map((value) => sql`when ${value} then ${wordOf(value)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
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

/** A dayjs pattern as one of PostgreSQL's `to_char`. Month names would need a language, so they become numbers. */
function toCharPattern(pattern: string): string {
  return pattern.replaceAll(
    /\[[^\]]*\]|YYYY|YY|M{1,4}|DD?|HH?|hh?|mm|ss|A|a|[^YMDHhmsAa[]+/g,
    (part) => tokens[part] ?? `"${part.replaceAll(/["\\[\]]/g, '')}"`,
  )
}
