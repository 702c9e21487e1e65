import type { Locale } from '../../contract/rules/formats.ts'

/** Each language by its own name, which is the same in every language. */
export const localeNames: Record<Locale, string> = {
  en_GB: 'English (UK)',
  en_US: 'English (US)',
  es_MX: 'Español (México)',
}
