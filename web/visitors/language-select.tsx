import { languageTag, localeFacts, type Locale } from '../../contract/locales.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { storeLocale } from '../ui/locale.ts'
import { setLocale, useLocale, useT } from '../ui/phrases.ts'
import { PlainSelect } from '../ui/plain-select.tsx'

/**
 * Lets a visitor choose one of the tenant's languages, which this browser remembers. Renders nothing without a choice.
 */
export function LanguageSelect() {
  const t = useT()
  const current = useLocale()
  const { availableLanguages } = usePreferences()
  if (availableLanguages.length < 2) return null
  return (
    <PlainSelect
      aria-label={t('shell:language')}
      value={current}
      onChange={(event) => chooseLanguage(event.currentTarget.value, availableLanguages)}
    >
      {availableLanguages.map((locale) => (
        <option key={locale} value={locale} lang={languageTag(locale)}>
          {localeFacts[locale].name}
        </option>
      ))}
    </PlainSelect>
  )
}

/** Switches the page to one of these languages, and remembers it in this browser. */
export function chooseLanguage(wanted: string, available: readonly Locale[]): void {
  const chosen = available.find((locale) => locale === wanted)
  if (chosen === undefined) return
  storeLocale(chosen)
  void setLocale(chosen)
}
