import * as z from 'zod/mini'
import { rule } from '../schema.ts'

/** Countries that a tenant may offer (spec §9). */
export const countries = ['US', 'GB', 'IE', 'FR', 'DE'] as const
export type Country = (typeof countries)[number]

const patterns: Record<Country, RegExp> = {
  US: /^\d{5}(-?\d{4})?$/,
  GB: /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  IE: /^([AC-FHKNPRTV-Y]\d{2}|D6W) ?[\dAC-FHKNPRTV-Y]{4}$/i,
  FR: /^\d{5}$/,
  DE: /^\d{5}$/,
}

/** Whether a ZIP or postcode is valid in a country (spec §5: US five digits with an optional hyphen and four more). */
export function isPostcode(value: string, country: Country): boolean {
  return patterns[country].test(value.trim())
}

/** What a number of each country begins with, after the plus sign. */
export const callingCodes: Record<Country, string> = { US: '1', GB: '44', IE: '353', FR: '33', DE: '49' }

/** The country of a stored number (E.164): only numbers of these countries are stored, and their codes differ. */
export function countryOfPhone(stored: string): Country | undefined {
  return countries.find((country) => stored.startsWith(`+${callingCodes[country]}`))
}

/**
 * A telephone number as people enter it: the country first, then the number (spec §5). Whether that country has such a
 * number is for `readPhone` to say, whose tables are too large for every page.
 */
export const typedPhone = z.strictObject({
  country: z.string().check(rule('countryCode', (value) => countries.some((country) => country === value))),
  number: z.string().check(
    z.trim(),
    rule('phone', (value) => /^[\d+\s().-]{4,30}$/.test(value)),
  ),
})
export type TypedPhone = z.infer<typeof typedPhone>
