import { useDates } from '../preferences/use-dates.ts'
import { useT } from '../ui/phrases.ts'
import type { Shown } from './queries.ts'

export function useDaysInWords(): (shown: Pick<Shown, 'from' | 'to'>) => string {
  const t = useT()
  const dates = useDates()
  return ({ from, to }) => {
    if (from !== undefined && to !== undefined) {
      return from === to ? dates.day(from) : t('dashboard:days', { from: dates.day(from), to: dates.day(to) })
    }
    if (from !== undefined) return t('dashboard:daysFrom', { from: dates.day(from) })
    return to === undefined ? t('ranges:all') : t('dashboard:daysTo', { to: dates.day(to) })
  }
}
