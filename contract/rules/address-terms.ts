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
  return fits(postcode, postcodeRegex) ? undefined : { part: 'postcode', phrase: 'postcode' }
}

/** Postcodes of each country, of different lengths and regions, as they are written there. */
export const examplePostcodes: Record<Country, readonly string[]> = {
  US: ['10001', '60601', '94105-1234'],
  GB: ['SW1A 1AA', 'M1 1AE', 'SO14 3FJ', 'EH1 1YZ'],
  IE: ['D02 AF30', 'T12 X70A'],
  FR: ['75001', '13001', '97400'],
  DE: ['10115', '80331'],
}

/** The countries of which a tenant's pattern refuses every example, so that it may refuse all their addresses. */
export function countriesRefused({ countries, postcodeRegex }: AddressTerms): Country[] {
  if (postcodeRegex === null) return []
  return countries.filter((country) => !examplePostcodes[country].some((one) => fits(one, postcodeRegex)))
}

/** A tenant's pattern may expect postcodes with or without the space or hyphen. */
function fits(postcode: string, pattern: string): boolean {
  return [postcode, postcode.replaceAll(/[ -]/g, '')].some((form) => matchesPattern(pattern, form))
}
