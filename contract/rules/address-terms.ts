import type { Address, Fault } from './address.ts'
import type { Country } from './phone-and-postcode.ts'
import { matchesPattern } from './tenant-pattern.ts'

/** What tenants ask stands apart from what every address must be: pages that only show one need no patterns. */

/** What a tenant asks of addresses: the countries that it offers, and its own pattern for postcodes. */
export interface AddressTerms {
  countries: readonly Country[]
  postcodeRegex: string | null
}

/** What of a sound address the tenant refuses; undefined when it is as the tenant wants it. */
export function refusedPart({ country, postcode }: Address, terms: AddressTerms): Fault | undefined {
  if (!terms.countries.includes(country)) return { part: 'country', phrase: 'choice' }
  if (postcode === null || terms.postcodeRegex === null || matchesPattern(terms.postcodeRegex, postcode)) {
    return undefined
  }
  return { part: 'postcode', phrase: 'postcode' }
}
