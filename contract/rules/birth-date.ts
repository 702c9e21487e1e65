import { todayIn } from './dates.ts'
import type { Country } from './phone-and-postcode.ts'

/** Of the places whose addresses a country takes (`address.ts`), the zone whose day begins first. */
const earliestDay: Record<Country, string> = {
  US: 'Pacific/Guam',
  GB: 'Europe/Gibraltar',
  IE: 'Europe/Dublin',
  FR: 'Pacific/Wallis',
  DE: 'Europe/Berlin',
}

/**
 * Whether somebody in one of these countries may have been born on a day, YYYY-MM-DD: it has begun somewhere there by `now`
 * (spec §5: not later than today). A page knows the zone that it is looked at in, and is stricter (`dateOfBirth` in dates.ts).
 */
export function hasBegunIn(countries: readonly Country[], day: string, now: Date): boolean {
  return countries.some((country) => day <= todayIn(earliestDay[country], now))
}
