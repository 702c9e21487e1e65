import type { Address, Fault } from './address.ts'
import type { Country } from './countries.ts'
import { matchesPattern } from './tenant-pattern.ts'

/** A tenant's terms for addresses: the countries that it offers, and its own pattern for postcodes. */
export interface AddressTerms {
  countries: readonly Country[]
  postcodeRegex: string | null
}

/** The part of a valid address that the tenant refuses; undefined if there is none. */
export function refusedPart({ country, postcode }: Address, terms: AddressTerms): Fault | undefined {
  if (!terms.countries.includes(country)) return { part: 'country', phrase: 'choice' }
  const { postcodeRegex } = terms
  if (postcode === null || postcodeRegex === null) return undefined
  // A tenant's pattern may expect postcodes with or without the space or hyphen.
  const forms = [postcode, postcode.replaceAll(/[ -]/g, '')]
  if (forms.some((form) => matchesPattern(postcodeRegex, form))) return undefined
  return { part: 'postcode', phrase: 'postcode' }
}
