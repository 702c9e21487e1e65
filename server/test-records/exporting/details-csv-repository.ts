import { sql } from 'kysely'
import type { Locale } from '../../../contract/locales.ts'
import type { PhraseKey } from '../../../contract/phrases/translate.ts'
import { languageName, spokenLanguages } from '../../../contract/rules/spoken-languages.ts'
import type { DetailKind } from '../../../contract/subjects/detail-kinds.ts'
import { consentWays, ethnicity, race, roles, sex } from '../../../contract/subjects/details.ts'
import { dateColumn, textColumn, words, type FileColumn } from '../../access/exports/csv-cells.ts'
import { wordsIn } from '../../platform/phrases.ts'

/** The settings that determine the columns of details, and the words and formats in them. */
export interface DetailsSettings {
  locale: Locale
  /** The dayjs patterns of days and times. */
  formats: { day: string; time: string }
  /** The kinds of details that the tenant keeps of persons. */
  details: readonly DetailKind[]
}

/** The columns of the details that the tenant keeps of persons, over `subject_details as x`. */
export function detailsColumns(settings: DetailsSettings): FileColumn[] {
  const t = wordsIn(settings.locale)
  const day = { kind: 'day', pattern: settings.formats.day } as const
  const chosen = <T extends string>(kind: DetailKind, values: readonly T[], wordOf: (value: T) => string) => [
    { header: t(`personDetails:kind.${kind}`), value: words(`x.${kind}`, values, wordOf) },
  ]
  const text = (header: string, path: string) => textColumn(header, sql`(${sql.raw(path)})`)
  const part = (label: PhraseKey, of: 'guardian' | 'consent') => `${t(`personDetails:kind.${of}`)}: ${t(label)}`
  const dayOf = (label: PhraseKey, key: 'when' | 'until' | 'withdrawn') =>
    dateColumn(part(label, 'consent'), sql`(x.consent ->> ${sql.lit(key)})::date`, day)
  const columns: Record<DetailKind, () => FileColumn[]> = {
    role: () => chosen('role', roles, (value) => t(`personDetails:role.${value}`)),
    unit: () => [textColumn(t('personDetails:unit'), 'x.unit'), textColumn(t('personDetails:room'), 'x.room')],
    sex: () => chosen('sex', sex.options, (value) => t(`personDetails:sex.${value}`)),
    race: () => chosen('race', race.options, (value) => t(`personDetails:race.${value}`)),
    ethnicity: () => chosen('ethnicity', ethnicity.options, (value) => t(`personDetails:ethnicity.${value}`)),
    language: () => chosen('language', spokenLanguages, (code) => languageName(code, settings.locale)),
    telephones: () => [
      text(
        t('personDetails:kind.telephones'),
        `select string_agg(e.t ->> 'number', '; ' order by e.place) from jsonb_array_elements(x.telephones) with ordinality as e (t, place)`,
      ),
    ],
    address: () => [
      text(t('fields:streetAddress'), `x.address ->> 'streetAddress'`),
      text(t('fields:streetAddress2'), `x.address ->> 'streetAddress2'`),
      text(t('fields:city'), `x.address ->> 'city'`),
      text(t('fields:state'), `x.address ->> 'state'`),
      text(t('fields:county'), `x.address ->> 'county'`),
      text(t('fields:postcode'), `x.address ->> 'postcode'`),
      text(t('fields:country'), `x.address ->> 'country'`),
    ],
    guardian: () => [
      text(t('personDetails:kind.guardian'), `x.guardian ->> 'name'`),
      text(part('personDetails:guardian.relation', 'guardian'), `x.guardian ->> 'relation'`),
      text(part('fields:email', 'guardian'), `x.guardian ->> 'email'`),
      text(part('fields:phone', 'guardian'), `x.guardian -> 'telephone' ->> 'number'`),
    ],
    nhsNumber: () => [textColumn(t('personDetails:kind.nhsNumber'), 'x.nhs_number')],
    consent: () => [
      text(part('personDetails:consent.by', 'consent'), `x.consent ->> 'by'`),
      {
        header: part('personDetails:consent.how', 'consent'),
        value: words(sql`x.consent ->> 'how'`, consentWays, (value) => t(`personDetails:way.${value}`)),
      },
      dayOf('personDetails:consent.when', 'when'),
      dayOf('personDetails:consent.until', 'until'),
      dayOf('personDetails:consent.withdrawn', 'withdrawn'),
    ],
  }
  return settings.details.flatMap((kind) => columns[kind]())
}
