import type { ReactNode } from 'react'
import { countries as allCountries, type Country } from '../../contract/rules/phone-and-postcode.ts'
import { callingCodeOptions } from './country-options.ts'
import styles from './phone-fields.module.css'
import { useLocale, useT } from './phrases.ts'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'
import { loadPhoneRule } from './typed-phone.ts'

interface Control {
  name: string
  value: string
  error: string | undefined
}

interface Props {
  legend: string
  country: Control
  number: Control & { onChange: (event: { currentTarget: { value: string } }) => void }
  /** Those to choose from, besides that of the number as it is: a tenant may not offer it any more. */
  countries: readonly Country[]
  /** Somebody else's number: the browser does not offer one's own. */
  isOfOther?: boolean
  onCountry: (chosen: string) => void
}

/**
 * A telephone number, which may be left out: the country first, then the number (spec §5). Where there is one country, it is
 * said and not asked for; the form starts with it.
 */
export function PhoneFields({ legend, country, number, countries, isOfOther = false, onCountry }: Props) {
  const t = useT()
  const locale = useLocale()
  const own = allCountries.filter((one) => one === country.value)
  const options = callingCodeOptions([...new Set([...countries, ...own])], locale)
  const none = { value: '', label: t('registration:choose') }
  const only = options.length === 1 ? options[0] : undefined
  return (
    <OptionalFields legend={legend} isPair={only === undefined}>
      {only === undefined && (
        <SelectField
          {...country}
          label={t('registration:countryCode')}
          options={[none, ...options]}
          autoComplete={isOfOther ? 'off' : 'tel-country-code'}
          onChange={onCountry}
        />
      )}
      <TextField
        {...number}
        label={t('registration:number')}
        {...(only && { help: only.label })}
        type="tel"
        autoComplete={isOfOther ? 'off' : 'tel-national'}
        onFocus={() => void loadPhoneRule()}
      />
    </OptionalFields>
  )
}

interface OptionalProps {
  legend: string
  /** Whether they are two, side by side where there is room. */
  isPair?: boolean
  children: ReactNode
}

/** Fields that make sense only together, and may be left out together. */
export function OptionalFields({ legend, isPair = false, children }: OptionalProps) {
  const t = useT()
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>
        <span>{`${legend} `}</span>
        <span className={styles.optional}>{t('shell:optional')}</span>
      </legend>
      <div className={styles.fields} data-two={isPair || undefined}>
        {children}
      </div>
    </fieldset>
  )
}
