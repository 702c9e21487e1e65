import { sql, type RawBuilder } from 'kysely'
import type { PhraseKey } from '../../../contract/phrases/translate.ts'
import { harmless } from '../../../contract/rules/csv.ts'
import { results } from '../../../contract/rules/results.ts'
import { origins } from '../../../contract/test-records/origin.ts'
import { readings, recordStates, secondReadings } from '../../../contract/test-records/test-record.ts'
import { dateColumn, numberColumn, safe, textColumn, words, type FileColumn } from '../../access/exports/csv-cells.ts'
import { wordsIn } from '../../platform/phrases.ts'
import { detailsColumns, type DetailsSettings } from './details-csv-repository.ts'
import { labColumns } from './lab-csv-repository.ts'

/** The settings that determine the words and formats of an export. */
export interface CsvSettings extends DetailsSettings {
  subjectKind: 'human' | 'non-human'
  customIdLabels: { customId1: string; customId2: string }
  /** True if the exporting user may see the state of second readings. */
  tellsReadings: boolean
}

/** The columns of the export, over the aliases that `exportedRecords` defines. */
export function csvColumns(settings: CsvSettings): FileColumn[] {
  const t = wordsIn(settings.locale)
  const day = { kind: 'day', pattern: settings.formats.day } as const
  const time = { kind: 'time', pattern: settings.formats.time } as const
  const column = (key: PhraseKey, value: RawBuilder<unknown>): FileColumn => ({ header: t(key), value })
  const subject =
    settings.subjectKind === 'human'
      ? [
          textColumn(t('export:email'), 'i.email'),
          dateColumn(t('export:dateOfBirth'), sql`i.date_of_birth`, day),
          column('export:dateOfBirthIso', sql`i.date_of_birth`),
          textColumn(t('export:firstName'), 'i.first_name'),
          textColumn(t('export:lastName'), 'i.last_name'),
          textColumn(t('export:localId'), 'i.local_id'),
          ...detailsColumns(settings),
        ]
      : [
          textColumn(harmless(settings.customIdLabels.customId1), 'i.custom_id_1'),
          textColumn(harmless(settings.customIdLabels.customId2), 'i.custom_id_2'),
        ]
  return [
    column('export:testId', sql`r.test_id`),
    column(
      'export:result',
      words('r.result', results, (value) => t(`results:${value}`)),
    ),
    dateColumn(t('export:performedAt'), onItsClock('performed_at'), time),
    column('export:performedAtIso', isoWithOffset('performed_at')),
    ...subject,
    textColumn(t('export:organisation'), 'o.name'),
    textColumn(t('export:group'), 'g.name'),
    // A tenant that keeps details of people reports them, and then its laboratories and providers as well.
    ...(settings.details.length > 0 ? labColumns(settings.locale) : []),
    textColumn(t('export:recordedBy'), 'u.full_name'),
    dateColumn(t('export:recordedAt'), onItsClock('recorded_at'), time),
    column('export:recordedAtIso', isoWithOffset('recorded_at')),
    textColumn(t('export:location'), 'r.location'),
    numberColumn(t('export:latitude'), sql`r.latitude`),
    numberColumn(t('export:longitude'), sql`r.longitude`),
    textColumn(t('export:assay'), 'a.name'),
    column(
      'export:analytes',
      analytes((value) => t(`results:${value}`)),
    ),
    textColumn(t('export:specimen'), 'r.specimen'),
    textColumn(t('export:lot'), 'r.lot'),
    dateColumn(t('export:lotExpiry'), sql`r.lot_expiry`, day),
    column('export:lotExpiryIso', sql`r.lot_expiry`),
    column(
      'export:state',
      words('r.state', recordStates, (value) => t(`export:state.${value}`)),
    ),
    textColumn(t('export:note'), 'r.note'),
    column(
      'export:reading',
      words('r.reading', readings, (value) => t(`export:reading.${value}`)),
    ),
    dateColumn(t('export:readAt'), onItsClock('read_at'), time),
    column('export:readAtIso', isoWithOffset('read_at')),
    textColumn(t('export:readingReason'), 'r.reading_reason'),
    textColumn(t('export:expiredLotReason'), 'r.expired_lot_reason'),
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
          textColumn(t('export:secondReader'), 'p.full_name'),
        ]
      : []),
    column(
      'export:origin',
      words('r.origin', origins, (value) => t(`export:origin.${value}`)),
    ),
    textColumn(t('export:source'), 'f.name'),
    textColumn(t('export:sourceRecordedBy'), 'r.source_recorded_by'),
  ]
}

/** Lists results as in `SARS-CoV-2: Positive; Influenza A: Negative`, only for tests with several lines. */
function analytes(wordOf: (value: (typeof results)[number]) => string): RawBuilder<unknown> {
  const word = sql`case line ->> 'result' ${sql.join(
    results.map((value) => sql`when ${value} then ${wordOf(value)}`),
    sql` `,
  )} end`
  return sql`case when jsonb_array_length(r.analyte_results) > 1 then
    (select string_agg(${safe(sql`(line ->> 'analyteName')`)} || ': ' || ${word}, '; ') from jsonb_array_elements(r.analyte_results) as line) end`
}

type Moment = 'performed_at' | 'recorded_at' | 'read_at'

/** Converts a moment to the local time at the test's place. */
function onItsClock(moment: Moment): RawBuilder<unknown> {
  return sql`(${sql.ref(`r.${moment}`)} at time zone r.performed_zone)`
}

/** Formats a moment in ISO 8601 with the offset of the record's zone, such as 2026-03-01T09:30:00+01:00. */
function isoWithOffset(moment: Moment): RawBuilder<unknown> {
  const local = onItsClock(moment)
  const offset = sql`(${local} - (${sql.ref(`r.${moment}`)} at time zone 'UTC'))`
  return sql`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when ${offset} < interval '0' then '-' || to_char(-${offset}, 'HH24:MI') else '+' || to_char(${offset}, 'HH24:MI') end`
}
