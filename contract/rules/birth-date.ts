import { todayIn } from './dates.ts'
import type { Country } from './countries.ts'

/** For each country, the zone whose day begins first among all places with addresses of that country (`address.ts`). */
const earliestDay: Record<Country, string> = {
  US: 'Pacific/Guam',
  GB: 'Europe/Gibraltar',
  IE: 'Europe/Dublin',
  FR: 'Pacific/Wallis',
  DE: 'Europe/Berlin',
}

/**
 * True if a day, YYYY-MM-DD, has begun by `now` somewhere in these countries, so that somebody there may have been born
 * on it (spec §5: not later than today). A page knows its own zone and is stricter (`dateOfBirth` in dates.ts).
 */
export function hasBegunIn(countries: readonly Country[], day: string, now: Date): boolean {
  return countries.some((country) => day <= todayIn(earliestDay[country], now))
}
