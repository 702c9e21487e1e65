import { IconWorld } from '@tabler/icons-react'
import { usePreferences } from '../tenants/queries.ts'
import { storeLocale } from '../ui/locale.ts'
import { localeNames } from '../ui/locale-names.ts'
import { setLocale, useLocale, useT } from '../ui/phrases.ts'
import styles from './language-select.module.css'

/** Lets a visitor choose among the tenant's languages; remembered in this browser. Nothing where there is no choice. */
export function LanguageSelect() {
  const t = useT()
  const current = useLocale()
  const { availableLanguages } = usePreferences()
  if (availableLanguages.length < 2) return null
  return (
    <label className={styles.language}>
      <IconWorld size={18} aria-hidden />
      <span className="visually-hidden">{t('shell:language')}</span>
      <select
        value={current}
        onChange={(event) => {
          const chosen = availableLanguages.find((locale) => locale === event.currentTarget.value)
          if (chosen === undefined) return
          storeLocale(chosen)
          void setLocale(chosen)
        }}
      >
        {availableLanguages.map((locale) => (
          <option key={locale} value={locale} lang={locale.replace('_', '-')}>
            {localeNames[locale]}
          </option>
        ))}
      </select>
    </label>
  )
}
