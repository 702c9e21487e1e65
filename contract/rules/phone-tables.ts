import type { MetadataJson } from 'libphonenumber-js/core'
import { countries } from './countries.ts'
import { codesOf } from './phone-and-postcode.ts'

/**
 * Reduces the tables of all countries' numbers to those that `readPhone` needs for the same results: our countries, and
 * those that share a calling code with one, such as Canada, so that their numbers are not taken for ours.
 */
export function ownPhoneTables(all: MetadataJson): MetadataJson {
  const codes = countries.flatMap(codesOf)
  const sharing = codes.flatMap((code) => all.country_calling_codes[code] ?? [])
  return {
    ...all,
    country_calling_codes: only(codes, all.country_calling_codes),
    countries: only(sharing, all.countries),
    nonGeographic: {},
  }
}

function only<T extends object>(keys: readonly string[], table: T): T {
  return Object.fromEntries(Object.entries(table).filter(([key]) => keys.includes(key))) as T
}
