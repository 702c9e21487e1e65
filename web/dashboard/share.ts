import { useMemo } from 'react'
import { languageTag } from '../../contract/locales.ts'
import { useLocale } from '../ui/phrases.ts'

/** Formats a share (0 to 1) as a percentage in the current language; below 10 % with one decimal, as in 8.9 %. */
export function useShare(): (share: number) => string {
  const language = languageTag(useLocale())
  return useMemo(() => {
    const whole = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
    const fine = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
    return (share) => (share > 0 && share < 0.1 ? fine : whole).format(share)
  }, [language])
}
