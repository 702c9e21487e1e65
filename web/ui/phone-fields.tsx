import type { ReactNode } from 'react'
import { countries as allCountries, type Country } from '../../contract/rules/countries.ts'
import { callingCodeOptions } from './country-options.ts'
import * as styles from './phone-fields.module.css'
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
  /**
   * The countries to choose from. The country of the current number is added, because the tenant may no longer offer
   * it.
   */
  countries: readonly Country[]
  /** True for somebody else's number, so that the browser does not suggest one's own. */
  isOfOther?: boolean
  onCountry: (chosen: string) => void
}

/**
 * An optional telephone number: the country first, then the number (spec §5). A single country is stated and not asked
 * for; the form's initial value must hold it.
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
  /** True for two fields, which stand side by side if there is room. */
  isPair?: boolean
  children: ReactNode
}

/** Fields that only make sense together, and may be left out together. */
export function OptionalFields({ legend, isPair = false, children }: OptionalProps) {
  const t = useT()
  return (
    <fieldset>
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
