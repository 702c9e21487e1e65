import { useLanguageChange } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { localeFacts } from '../../contract/locales.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'

/** Chooses one of the tenant's languages, which applies at once. */
export function LanguageChoice() {
  const t = useT()
  const current = useLocale()
  const { availableLanguages } = usePreferences()
  const language = useLanguageChange()
  return (
    <SelectField
      name="lang"
      label={t('ownAccount:language')}
      value={current}
      options={availableLanguages.map((value) => ({ value, label: localeFacts[value].name }))}
      onChange={(chosen) => {
        const locale = availableLanguages.find((available) => available === chosen)
        if (locale !== undefined) language.mutate(locale)
      }}
    />
  )
}
