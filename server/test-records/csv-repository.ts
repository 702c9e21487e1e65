import { sql, type RawBuilder } from 'kysely'
import type { PhraseKey } from '../../contract/phrases/translate.ts'
import { harmless } from '../../contract/rules/csv.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import { shortDateFormats } from '../../contract/rules/formats.ts'
import { results } from '../../contract/rules/results.ts'
import { readings, recordStates, secondReadings } from '../../contract/test-records/test-record.ts'
import { dated, safe, words, type CsvColumn } from '../access/exports/csv-cells.ts'
import { wordsIn } from '../platform/phrases.ts'

/** What decides the words and formats of an export. */
export interface CsvSettings {
  locale: Locale
  subjectKind: 'human' | 'non-human'
  customIdLabels: { customId1: string; customId2: string }
  /** dayjs patterns of the tenant, each null for the locale's own. */
  datePattern: string | null
  dateTimePattern: string | null
  /** Whether whoever exports is told how second readings stand. */
  tellsReadings: boolean
}

/** The columns of the export, over `r`, `o`, `g`, `s`, `i`, `u`, `a`, `q` and `p` as `exportedRecords` names them. */
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
    column('export:performedAtIso', isoWithOffset(local, sql`r.performed_at`)),
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
    column(
      'export:reading',
      words('r.reading', readings, (value) => t(`export:reading.${value}`)),
    ),
    column('export:readAt', isoWithOffset(sql`(r.read_at at time zone r.performed_zone)`, sql`r.read_at`)),
    column('export:readingReason', safe('r.reading_reason')),
    column('export:expiredLotReason', safe('r.expired_lot_reason')),
    ...(settings.tellsReadings
      ? [
          column(
            'export:secondReading',
            words('r.second_reading', secondReadings, (value) => t(`export:secondReading.${value}`)),
          ),
          column(
            'export:secondResult',
            words('q.result', results, (value) => t(`results:${value}`)),
          ),
          column('export:secondReader', safe('p.full_name')),
        ]
      : []),
  ]
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
function isoWithOffset(local: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown> {
  const offset = sql`(${local} - (${at} at time zone 'UTC'))`
  return sql`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when ${offset} < interval '0' then '-' || to_char(-${offset}, 'HH24:MI') else '+' || to_char(${offset}, 'HH24:MI') end`
}
