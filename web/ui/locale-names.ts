import type { Locale } from '../../contract/rules/formats.ts'

/** Each language by its own name, whatever the language of the page. */
export const localeNames: Record<Locale, string> = {
  en_GB: 'English (UK)',
  en_US: 'English (US)',
  es_MX: 'Español (México)',
}
