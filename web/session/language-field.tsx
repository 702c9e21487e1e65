import { usePreferences } from '../tenants/queries.ts'
import { localeNames } from '../ui/locale-names.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { chooseLanguage } from './choose-language.ts'

/** The language of an account that is being made, which is the page's own. Nothing where there is no choice. */
export function LanguageField() {
  const t = useT()
  const current = useLocale()
  const { availableLanguages } = usePreferences()
  if (availableLanguages.length < 2) return null
  return (
    <SelectField
      name="lang"
      label={t('invitee:setup.language')}
      value={current}
      options={availableLanguages.map((value) => ({ value, label: localeNames[value] }))}
      onChange={(chosen) => chooseLanguage(chosen, availableLanguages)}
    />
  )
}
