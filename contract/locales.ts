/** What a locale says of itself; everything else about it is in its folder, `contract/phrases/<locale>/`. */
interface LocaleFacts<Other = string> {
  /** Its name in its own language, whatever the language of the page. */
  name: string
  /** The short date format, unless the tenant's `dateFormat` says otherwise (design §10). */
  shortDate: string
  /** The letters for day, month and year where people are told how to type a date. */
  dateLetters: string
  /** The locale that has the phrases; the own folder then has only the differing ones, in `differences.ts`, and the policies. */
  sharesPhrasesOf?: Other
}

const facts = {
  en_GB: { name: 'English (UK)', shortDate: 'DD/MM/YYYY', dateLetters: 'DMY' },
  en_US: { name: 'English (US)', shortDate: 'MM/DD/YYYY', dateLetters: 'DMY', sharesPhrasesOf: 'en_GB' },
  es_MX: { name: 'Español (México)', shortDate: 'DD/MM/YYYY', dateLetters: 'DMA' },
} as const satisfies Record<string, LocaleFacts>

/** The locales of the product (spec §1), in the order in which they are offered. */
export type Locale = keyof typeof facts
export const localeFacts: Readonly<Record<Locale, LocaleFacts<Locale>>> = facts
export const locales = Object.keys(facts) as [Locale, ...Locale[]] // An object has the keys that it is written with.

/** The locale where nothing else says which (spec §9). */
export const defaultLocale: Locale = 'en_GB'

/** The two-letter language that a user's `lang` holds (spec §4). */
export type Language = Locale extends `${infer Start}_${string}` ? Start : never
export const languages = [...new Set(locales.map(languageOf))] as [Language, ...Language[]] // There is a locale.

/** The language of a locale: its first two letters (spec §4). */
export function languageOf(locale: Locale): Language {
  return locale.slice(0, 2) as Language // Every locale begins with one.
}

/** Converts a locale to the language tag that browsers and `Intl` know: `es_MX` is `es-MX`. */
export function languageTag(locale: Locale): string {
  return locale.replace('_', '-')
}

/** Makes a value for each locale. */
export function byLocale<Value>(valueOf: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(locales.map((locale) => [locale, valueOf(locale)])) as Record<Locale, Value> // All are there.
}

/** The locale in whose folder all phrases of a locale are. */
export function writtenIn(locale: Locale): Locale {
  return localeFacts[locale].sharesPhrasesOf ?? locale
}

/** The tenant's locale for a two-letter language, else the tenant's default. */
export function localeFor(language: string, available: readonly Locale[], fallback: Locale): Locale {
  if (fallback.startsWith(language)) return fallback
  return available.find((locale) => locale.startsWith(language)) ?? fallback
}
