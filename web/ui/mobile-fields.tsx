import type { ReactNode } from 'react'
import type { Country } from '../../contract/rules/phone-and-postcode.ts'
import { callingCodeOptions } from './country-options.ts'
import styles from './mobile-fields.module.css'
import { useLocale, useT } from './phrases.ts'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'
import { loadPhoneRule } from './typed-mobile.ts'

interface Control {
  name: string
  value: string
  error: string | undefined
}

interface Props {
  country: Control
  number: Control & { onChange: (event: { currentTarget: { value: string } }) => void }
  /** Those to choose from. */
  countries: readonly Country[]
  /** Somebody else's number: the browser does not offer one's own. */
  isOfOther?: boolean
  set: (name: 'mobile.country', value: string) => void
}

/**
 * A mobile number, which may be left out: the country first, then the number (spec §5). Where there is one country, it is
 * said and not asked for; the form starts with it.
 */
export function MobileFields({ country, number, countries, isOfOther = false, set }: Props) {
  const t = useT()
  const locale = useLocale()
  const options = callingCodeOptions(countries, locale)
  const none = { value: '', label: t('registration:choose') }
  const only = options.length === 1 ? options[0] : undefined
  return (
    <OptionalFields legend={t('registration:mobile')} isPair={only === undefined}>
      {only === undefined && (
        <SelectField
          {...country}
          label={t('registration:countryCode')}
          options={[none, ...options]}
          autoComplete={isOfOther ? 'off' : 'tel-country-code'}
          onChange={(chosen) => set('mobile.country', chosen)}
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
