import { languageTag } from '../../contract/locales.ts'
import { useLocale } from './phrases.ts'

/** Returns a function that formats a month, YYYY-MM, in words. */
export function useMonthWords(): (month: string) => string {
  const language = languageTag(useLocale())
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`))
}
