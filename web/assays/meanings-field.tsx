import { useState } from 'react'
import { languageTag } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import { results } from '../../contract/rules/results.ts'
import { localeNames } from '../ui/locale-names.ts'
import { useLocale, useT, type Translate } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import rowStyles from './coded-rows.module.css'
import styles from './picture-fields.module.css'
import type { TypedAssay } from './typed-assay.ts'

interface Props {
  meanings: TypedAssay['meanings']
  languages: readonly Locale[]
  errors: FieldErrors
  onChange: (meanings: TypedAssay['meanings']) => void
}

/** What each result means for whoever was tested. Few say it in words of their own, so each language is folded. */
export function MeaningsField({ meanings, languages, errors, onChange }: Props) {
  const t = useT()
  const own = useLocale()
  const [said] = useState(() => languages.filter((locale) => results.some((result) => meanings[locale][result] !== '')))
  return (
    <fieldset className={rowStyles.set}>
      <legend className={rowStyles.legend}>{t('assays:form.meanings')}</legend>
      <p className={rowStyles.help}>{t('assayForm:form.meaningsHelp')}</p>
      {languages.map((locale) => {
        const isRefused = results.some((result) => errors[`meanings.${locale}.${result}`] !== undefined)
        return (
          <details key={locale} className={styles.fold} open={said.includes(locale) || isRefused}>
            <summary>{localeNames[locale]}</summary>
            <div className={styles.words}>
              {results.map((result) => (
                <TextAreaField
                  key={result}
                  name={`meanings.${locale}.${result}`}
                  label={t(`results:${result}`)}
                  isOptional
                  rows={3}
                  lang={languageTag(locale)}
                  // The usual words, as far as they are at hand in this language.
                  placeholder={locale === own ? t(`meanings:${result}`) : undefined}
                  value={meanings[locale][result]}
                  error={errors[`meanings.${locale}.${result}`]}
                  onChange={({ currentTarget: { value } }) =>
                    onChange({ ...meanings, [locale]: { ...meanings[locale], [result]: value } })
                  }
                />
              ))}
            </div>
          </details>
        )
      })}
    </fieldset>
  )
}

/** As they stand side by side where two people changed them. */
export function meaningsInWords(meanings: TypedAssay['meanings'], t: Translate): string {
  return Object.entries(meanings)
    .flatMap(([locale, texts]) =>
      results
        .filter((result) => texts[result] !== '')
        .map((result) => `${localeNames[locale as Locale]}, ${t(`results:${result}`)}: ${texts[result]}`),
    )
    .join('\n')
}
