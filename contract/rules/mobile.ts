import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import type { TypedPhone } from './phone.ts'
import { countries, type Country } from './postcode.ts'

/**
 * The mobile number that was entered as E.164 (`+447400123456`), or undefined when its country has no such mobile number
 * or the tenant's pattern refuses it. The tables know mobile numbers only; one that may be fixed or mobile, as every
 * number in the US, is among them (spec §5). 30 kB after gzip: a page loads this when it is needed.
 */
export function readMobile({ country, number }: TypedPhone, pattern: string | null): string | undefined {
  if (!isSupportedCountry(country)) return undefined
  const parsed = parsePhoneNumberFromString(number, { defaultCountry: country, extract: false })
  if (parsed?.country !== country || !parsed.isValid() || parsed.ext !== undefined) return undefined
  return pattern === null || new RegExp(pattern).test(parsed.number) ? parsed.number : undefined
}

/** The country of a mobile number as E.164, or undefined when it is none of ours. */
export function countryOfMobile(mobile: string): Country | undefined {
  const country = parsePhoneNumberFromString(mobile)?.country
  return countries.find((known) => known === country)
}
