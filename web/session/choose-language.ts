import type { Locale } from '../../contract/rules/formats.ts'
import { storeLocale } from '../ui/locale.ts'
import { setLocale } from '../ui/phrases.ts'

/** Shows everything in a visitor's choice of these languages, which this browser remembers. */
export function chooseLanguage(wanted: string, available: readonly Locale[]): void {
  const chosen = available.find((locale) => locale === wanted)
  if (chosen === undefined) return
  storeLocale(chosen)
  void setLocale(chosen)
}
