import { useState } from 'react'
import { languageTag, localeFacts, type Locale } from '../../contract/locales.ts'
import type { DateFormat } from '../../contract/tenants/preferences.ts'
import { ownDateFormat } from '../../contract/tenants/settings.ts'
import { ownZone } from '../browser.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { instantText } from '../ui/date-text.ts'
import { t as say, useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'

type Of = 'web' | 'mobile'
type Kind = keyof DateFormat
const kinds: readonly Kind[] = ['short', 'long', 'date_time']

/** The values of the fields for date formats: whether they are the tenant's own, and each pattern. */
export type TypedDateFormats<O extends Of> = Record<`dateFormat.${O}`, 'language' | 'own'> &
  Record<`dateFormat.${O}.${Kind}`, string>

/** Common patterns by use. Others can be typed. */
const usual: Record<Kind, readonly string[]> = {
  short: ['DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD', 'D MMM YYYY'],
  long: ['D MMMM YYYY', 'MMMM D, YYYY', 'D [de] MMMM [de] YYYY', 'dddd D MMMM YYYY', 'dddd, MMMM D, YYYY'],
  date_time: ['DD/MM/YYYY HH:mm', 'MM/DD/YYYY h:mm A', 'DD.MM.YYYY HH:mm', 'YYYY-MM-DD HH:mm', 'D MMM YYYY, HH:mm'],
}

interface Props<O extends Of> {
  of: O
  form: {
    values: TypedDateFormats<O>
    errors: FieldErrors
    set: (name: never, value: never) => void
  }
}

/** The format of dates: that of each language, or three patterns of the tenant's own, each with today as an example. */
export function DateFormatFields<O extends Of>({ of, form }: Props<O>) {
  const t = useT()
  const locale = useLocale()
  const values: TypedDateFormats<Of> = form.values as TypedDateFormats<Of>
  const set = form.set as (name: string, value: string) => void
  return (
    <>
      <ChoiceCards<'language' | 'own'>
        hasHiddenLegend
        legend={t(of === 'web' ? 'tenants:datesOnWeb' : 'tenants:datesOnMobile')}
        name={`dateFormat.${of}`}
        choices={[
          { value: 'language', label: t('tenants:dates.language') },
          { value: 'own', label: t('tenants:dates.own') },
        ]}
        value={values[`dateFormat.${of}`]}
        onChange={(chosen) => set(`dateFormat.${of}`, chosen)}
      />
      {values[`dateFormat.${of}`] === 'language' ? (
        <p>{t('tenants:dates.today', { example: sampleOf(`${localeFacts[locale].shortDate} HH:mm`, locale) })}</p>
      ) : (
        kinds.map((kind) => (
          <FormatField
            key={kind}
            name={`dateFormat.${of}.${kind}`}
            kind={kind}
            value={values[`dateFormat.${of}.${kind}`]}
            error={form.errors[`dateFormat.${of}.${kind}`]}
            onChange={(pattern) => set(`dateFormat.${of}.${kind}`, pattern)}
          />
        ))
      )}
    </>
  )
}

interface FormatProps {
  name: string
  kind: Kind
  value: string
  error: string | undefined
  onChange: (pattern: string) => void
}

const other = 'other'

function FormatField({ name, kind, value, error, onChange }: FormatProps) {
  const t = useT()
  const locale = useLocale()
  const [isWritten, setWritten] = useState(!usual[kind].includes(value))
  const isShown = isWritten || !usual[kind].includes(value)
  const label = t(`tenants:dates.${kind}`)
  return (
    <>
      <SelectField
        name={`${name}.choice`}
        label={label}
        value={isShown ? other : value}
        options={[
          ...usual[kind].map((pattern) => ({ value: pattern, label: exampleOf(pattern, locale) })),
          { value: other, label: t('tenants:dates.other') },
        ]}
        onChange={(chosen) => {
          setWritten(chosen === other)
          if (chosen !== other) onChange(chosen)
        }}
      />
      {isShown && (
        <TextField
          name={name}
          label={t('tenants:dates.pattern', { kind: label })}
          help={`${t('tenants:dates.patternHelp')} ${preview(kind, value, locale)}`}
          value={value}
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </>
  )
}

/** Today in this format. Up to the 12th, day and month could be confused, so the pattern is shown as well. */
function exampleOf(pattern: string, locale: Locale): string {
  const sample = sampleOf(pattern, locale)
  return presentTime().getDate() > 12 ? sample : `${sample} (${pattern})`
}

function preview(kind: Kind, pattern: string, locale: Locale): string {
  const isFormat = ownDateFormat.shape[kind].safeParse(pattern).success
  return isFormat
    ? say('tenants:dates.today', { example: sampleOf(pattern.trim(), locale) })
    : say('tenants:dates.unreadable')
}

function sampleOf(pattern: string, locale: Locale): string {
  return instantText(presentTime(), ownZone(), pattern, languageTag(locale))
}

/** The initial values; a tenant without patterns of its own gets some to start from. */
export function typedDateFormats<O extends Of>(of: O, stored: DateFormat | null): TypedDateFormats<O> {
  const { short, long, date_time } = stored ?? {
    short: 'DD/MM/YYYY',
    long: 'D MMMM YYYY',
    date_time: 'DD/MM/YYYY HH:mm',
  }
  return {
    [`dateFormat.${of}`]: stored === null ? 'language' : 'own',
    [`dateFormat.${of}.short`]: short,
    [`dateFormat.${of}.long`]: long,
    [`dateFormat.${of}.date_time`]: date_time,
  } as TypedDateFormats<O>
}

export function readDateFormats<O extends Of>(of: O, typed: TypedDateFormats<O>): DateFormat | null {
  const values = typed as TypedDateFormats<Of>
  if (values[`dateFormat.${of}`] === 'language') return null
  const [short, long, date_time] = kinds.map((kind) => values[`dateFormat.${of}.${kind}`])
  return { short: short ?? '', long: long ?? '', date_time: date_time ?? '' }
}

/** The choice in words, to be shown after a conflict. */
export function dateFormatsInWords<O extends Of>(of: O, typed: TypedDateFormats<O>): string {
  const own = readDateFormats(of, typed)
  return own === null ? say('tenants:dates.language') : kinds.map((kind) => own[kind]).join(' · ')
}
