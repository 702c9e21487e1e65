import { useState } from 'react'
import { languageTag, localeFacts, type Locale } from '../../contract/locales.ts'
import { results } from '../../contract/rules/results.ts'
import { useLocale, useT, type Translate } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import * as rowStyles from './coded-rows.module.css'
import * as styles from './picture-fields.module.css'
import type { TypedAssay, TypedMeanings } from './typed-assay.ts'

interface Props {
  meanings: TypedMeanings
  languages: readonly Locale[]
  errors: FieldErrors
  onChange: (meanings: TypedMeanings) => void
}

export function MeaningsField(props: Props) {
  const t = useT()
  return (
    <fieldset className={rowStyles.set}>
      <legend className={rowStyles.legend}>{t('fields:meanings')}</legend>
      <p className={rowStyles.help}>{t('assayForm:form.meaningsHelp')}</p>
      <MeaningTexts {...props} name="meanings" />
    </fieldset>
  )
}

interface TextsProps extends Props {
  /** The prefix of the field names in the server's messages. */
  name: string
  /** The texts that apply if a text is left empty, unless those are the usual ones. */
  otherwise?: TypedMeanings
  /** The language that is open although it has no text yet. */
  opens?: Locale | undefined
}

/** A text for each language and result. Few tenants write their own, so each language is collapsed. */
export function MeaningTexts({ name, meanings, otherwise, languages, opens, errors, onChange }: TextsProps) {
  const t = useT()
  const own = useLocale()
  const [open] = useState(() =>
    languages.filter((locale) => locale === opens || results.some((result) => meanings[locale][result] !== '')),
  )
  return languages.map((locale) => {
    const isRefused = results.some((result) => errors[`${name}.${locale}.${result}`] !== undefined)
    // The usual text, which is available only in the language of the page.
    const usual = (result: keyof TypedMeanings[Locale]) => (locale === own ? t(`meanings:${result}`) : undefined)
    return (
      <details key={locale} className={styles.fold} open={open.includes(locale) || isRefused}>
        <summary>{localeFacts[locale].name}</summary>
        <div className={styles.words}>
          {results.map((result) => (
            <TextAreaField
              key={result}
              name={`${name}.${locale}.${result}`}
              label={t(`results:${result}`)}
              isOptional
              rows={3}
              lang={languageTag(locale)}
              placeholder={otherwise?.[locale][result] || usual(result)}
              value={meanings[locale][result]}
              error={errors[`${name}.${locale}.${result}`]}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...meanings, [locale]: { ...meanings[locale], [result]: value } })
              }
            />
          ))}
        </div>
      </details>
    )
  })
}

/** The texts in words, to be shown side by side after a conflict. */
export function meaningsInWords(meanings: TypedMeanings, t: Translate): string {
  return linesOf(meanings, t).join('\n')
}

/** The texts of organisations in words, to be shown side by side after a conflict. */
export function organisationMeaningsInWords(said: TypedAssay['organisationMeanings'], t: Translate): string {
  return said
    .flatMap(({ organisation, meanings }) => linesOf(meanings, t).map((line) => `${organisation.name}, ${line}`))
    .join('\n')
}

function linesOf(meanings: TypedMeanings, t: Translate): string[] {
  return Object.entries(meanings).flatMap(([locale, texts]) =>
    results
      .filter((result) => texts[result] !== '')
      .map((result) => `${localeFacts[locale as Locale].name}, ${t(`results:${result}`)}: ${texts[result]}`),
  )
}
