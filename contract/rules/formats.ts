import * as z from 'zod/mini'

/** Locales of the product (spec §1). */
export const locales = ['en_GB', 'en_US', 'es_MX'] as const
export type Locale = (typeof locales)[number]

/** The two-letter language that a user's `lang` holds (spec §4). */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** The locale's short date format, unless the tenant's `dateFormat` says otherwise (design §10). */
export const shortDateFormats: Record<Locale, string> = {
  en_GB: 'DD/MM/YYYY',
  en_US: 'MM/DD/YYYY',
  es_MX: 'DD/MM/YYYY',
}

/** The language of a locale: its first two letters (spec §4). */
export function languageOf(locale: Locale): Language {
  return languages.find((language) => locale.startsWith(language)) ?? 'en'
}

/** A colour as #RRGGBB. */
export const colour = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/))

/** The tenant's locale for a two-letter language, else the tenant's default. */
export function localeFor(language: string, available: readonly Locale[], fallback: Locale): Locale {
  if (fallback.startsWith(language)) return fallback
  return available.find((locale) => locale.startsWith(language)) ?? fallback
}
