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
  const { postcodeRegex } = terms
  if (postcode === null || postcodeRegex === null) return undefined
  // A tenant's pattern may be one of postcodes with the space or hyphen in them, or without.
  const forms = [postcode, postcode.replaceAll(/[ -]/g, '')]
  if (forms.some((form) => matchesPattern(postcodeRegex, form))) return undefined
  return { part: 'postcode', phrase: 'postcode' }
}
