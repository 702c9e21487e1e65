import { languageOf, type Language, type Locale } from '../../contract/rules/formats.ts'

/** Options for the languages of these locales, each by its own name. */
export function languageOptions(available: readonly Locale[]): { value: Language; label: string }[] {
  return [...new Set(available.map(languageOf))].map((value) => ({ value, label: languageName(value) }))
}

/**
 * A language by its own name. Some languages write it in lower case, which looks wrong at the start of a line, so it is
 * capitalised.
 */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
