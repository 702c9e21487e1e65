import { languageOf, type Language, type Locale } from '../../contract/locales.ts'

/** Options for the languages of these locales, each by its own name. */
export function languageOptions(available: readonly Locale[]): { value: Language; label: string }[] {
  return [...new Set(available.map(languageOf))].map((value) => ({ value, label: languageName(value) }))
}

/**
 * A language tag by its own name, or by its name in a reader's language. Some languages write it in lower case, which
 * looks wrong at the start of a line, so it is capitalised.
 */
export function languageName(tag: string, reader = tag): string {
  const name = new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1)
}
