import { sql, type RawBuilder } from 'kysely'
import type { PhraseKey } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import { shortDateFormats } from '../../contract/rules/formats.ts'
import { results } from '../../contract/rules/results.ts'
import { recordStates } from '../../contract/test-records/test-record.ts'
import { wordsIn } from '../platform/phrases.ts'

/** A column of the export: its header in the user's language, and the SQL of its value over the export's query. */
export interface CsvColumn {
  header: string
  value: RawBuilder<unknown>
}

/** What decides the words and formats of an export. */
export interface CsvSettings {
  locale: Locale
  subjectKind: 'human' | 'non-human'
  customIdLabels: { customId1: string; customId2: string }
  /** dayjs patterns of the tenant, each null for the locale's own. */
  datePattern: string | null
  dateTimePattern: string | null
}

/** The columns of the export, over `r`, `o`, `g`, `s`, `i`, `u` and `a` as `exportQuery` names them. */
export function csvColumns(settings: CsvSettings): CsvColumn[] {
  const t = wordsIn(settings.locale)
  const local = sql`(r.performed_at at time zone r.performed_zone)`
  const ownDate = shortDateFormats[settings.locale]
  const datePattern = settings.datePattern ?? ownDate
  const column = (key: PhraseKey, value: RawBuilder<unknown>): CsvColumn => ({ header: t(key), value })
  const subject =
    settings.subjectKind === 'human'
      ? [
          column('export:email', safe('i.email')),
          column('export:dateOfBirth', dated(sql`i.date_of_birth`, datePattern)),
          column('export:firstName', safe('i.first_name')),
          column('export:lastName', safe('i.last_name')),
          column('export:localId', safe('i.local_id')),
        ]
      : [
          { header: harmless(settings.customIdLabels.customId1), value: safe('i.custom_id_1') },
          { header: harmless(settings.customIdLabels.customId2), value: safe('i.custom_id_2') },
        ]
  return [
    column('export:testId', sql`r.test_id`),
    column(
      'export:result',
      words('r.result', results, (value) => t(`results:${value}`)),
    ),
    column('export:performedAt', dated(local, settings.dateTimePattern ?? `${ownDate} HH:mm`)),
    column('export:performedAtIso', isoWithOffset(local)),
    ...subject,
    column('export:organisation', safe('o.name')),
    column('export:group', safe('g.name')),
    column('export:recordedBy', safe('u.full_name')),
    column('export:location', safe('r.location')),
    column('export:latitude', sql`r.latitude`),
    column('export:longitude', sql`r.longitude`),
    column('export:assay', safe('a.name')),
    column(
      'export:analytes',
      analytes((value) => t(`results:${value}`)),
    ),
    column('export:specimen', safe('r.specimen')),
    column('export:lot', safe('r.lot')),
    column('export:lotExpiry', dated(sql`r.lot_expiry`, datePattern)),
    column(
      'export:state',
      words('r.state', recordStates, (value) => t(`export:state.${value}`)),
    ),
    column('export:note', safe('r.note')),
  ]
}

/**
 * A text that a spreadsheet will not run, wherever it splits the line: an apostrophe goes in front of = + - @ (also in
 * their full-width forms), a tab or a line break at the start, and of them after a semicolon, a comma, a tab or a line
 * break inside (OWASP, CSV injection; the list separator of many countries is a semicolon). Quotes between do not help:
 * they vanish where they begin a cell. Most texts hold nothing of the kind, and are let through after one look.
 */
function safe(column: string | RawBuilder<unknown>): RawBuilder<unknown> {
  const value = typeof column === 'string' ? sql.ref(column) : column
  const codes = sql.raw([...unsafeAtStart].map((character) => character.codePointAt(0)).join(', '))
  return sql`case when ${value} !~ ${perhapsUnsafe} then ${value}
    else case when ascii(ltrim(${value}, '"')) in (${codes}) then '''' else '' end
      || regexp_replace(${value}, ${unsafeInside.source}, ${"\\1'"}, 'g') end`
}

const unsafeAtStart = '=+-@＝＋－＠\t\r\n'

/** Whether there may be something to do; all that the two searches find is found by it. */
const perhapsUnsafe = String.raw`(^|[;,\t\r\n])"*[=+@＝＋－＠\t\r\n-]`

/** The separators after which a cell would begin unsafely; PostgreSQL reads the expression as well. */
const unsafeInside = /([;,\r\n](?="*[\t\r])|[;,\t\r\n](?="*[=+@＝＋－＠-]))/g

/** The same of a text that is known here. */
function harmless(text: string): string {
  const start = /^"*[=+@＝＋－＠\t\r\n-]/.test(text) ? "'" : ''
  return start + text.replaceAll(unsafeInside, "$1'")
}

/** A date as the tenant's pattern writes it. Words in a pattern are the tenant's own, so they are made harmless, too. */
function dated(value: RawBuilder<unknown>, pattern: string): RawBuilder<unknown> {
  const text = sql`to_char(${value}, ${toCharPattern(pattern)})`
  return /^[A-Za-z]+([ ./:-]+[A-Za-z]+)*$/.test(pattern) ? text : safe(text)
}

function words<T extends string>(
  column: string,
  values: readonly T[],
  wordOf: (value: T) => string,
): RawBuilder<unknown> {
  const cases = values.map((value) => sql`when ${value} then ${wordOf(value)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/** `SARS-CoV-2: Positive; Influenza A: Negative`, only where there is more than one line. */
function analytes(wordOf: (value: (typeof results)[number]) => string): RawBuilder<unknown> {
  const word = sql`case line ->> 'result' ${sql.join(
    results.map((value) => sql`when ${value} then ${wordOf(value)}`),
    sql` `,
  )} end`
  return sql`case when jsonb_array_length(r.analyte_results) > 1 then
    (select string_agg(${safe(sql`(line ->> 'analyteName')`)} || ': ' || ${word}, '; ') from jsonb_array_elements(r.analyte_results) as line) end`
}

/** ISO 8601 with the offset of the record's own zone, such as 2026-03-01T09:30:00+01:00. */
function isoWithOffset(local: RawBuilder<unknown>): RawBuilder<unknown> {
  const offset = sql`(${local} - (r.performed_at at time zone 'UTC'))`
  return sql`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when ${offset} < interval '0' then '-' || to_char(-${offset}, 'HH24:MI') else '+' || to_char(${offset}, 'HH24:MI') end`
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
