import { languageOf, type Language, type Locale } from '../../contract/rules/formats.ts'

/** The languages of these locales, each by its own name. */
export function languageOptions(available: readonly Locale[]): { value: Language; label: string }[] {
  return [...new Set(available.map(languageOf))].map((value) => ({ value, label: languageName(value) }))
}

/** A language by its own name. Some write it small, which looks amiss at the head of a line. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
