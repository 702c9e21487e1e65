import { usePreferences } from '../tenants/queries.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { callingCodeOptions } from './country-options.ts'
import { loadMobileRule } from './typed-registration.ts'
import styles from './mobile-fields.module.css'

interface Control {
  name: string
  value: string
  error: string | undefined
}

interface Props {
  country: Control
  number: Control & { onChange: (event: { currentTarget: { value: string } }) => void }
  set: (name: 'mobile.country', value: string) => void
}

/** A mobile number, which may be left out: the country first, then the number (spec §5). */
export function MobileFields({ country, number, set }: Props) {
  const t = useT()
  const locale = useLocale()
  const { countries } = usePreferences()
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>
        {t('registration:mobile')} <span className={styles.optional}>{t('shell:optional')}</span>
      </legend>
      <div className={styles.fields}>
        <SelectField
          {...country}
          label={t('registration:countryCode')}
          options={callingCodeOptions(countries, locale, t('registration:choose'))}
          autoComplete="tel-country-code"
          onChange={(chosen) => set('mobile.country', chosen)}
        />
        <TextField
          {...number}
          label={t('registration:number')}
          type="tel"
          autoComplete="tel-national"
          onFocus={() => void loadMobileRule()}
        />
      </div>
    </fieldset>
  )
}
