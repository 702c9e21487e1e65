import * as z from 'zod/mini'
import { anyText, rule } from '../schema.ts'
import { readIdentifier } from './written-characters.ts'

/** Countries that a tenant may offer (spec §9). */
export const countries = ['US', 'GB', 'IE', 'FR', 'DE'] as const
export type Country = (typeof countries)[number]

const patterns: Record<Country, RegExp> = {
  US: /^\d{5}(-?\d{4})?$/,
  GB: /^(GIR ?0AA|BFPO ?\d{1,4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  IE: /^([AC-FHKNPRTV-Y]\d{2}|D6W) ?[\dAC-FHKNPRTV-Y]{4}$/i,
  FR: /^\d{5}$/,
  DE: /^\d{5}$/,
}

/** Whether a ZIP or postcode is valid in a country (spec §5: US five digits with an optional hyphen and four more). */
export function isPostcode(value: string, country: Country): boolean {
  return patterns[country].test(value)
}

/** The form in which each country writes its postcodes: the parts of those that have two, and what stands between them. */
const written: Partial<Record<Country, { parts: RegExp; between: string }>> = {
  US: { parts: /^(\d{5})[- ]?(\d{4})$/, between: '-' },
  GB: { parts: /^(BFPO(?= ?\d{1,4}$)|[A-Z\d]{2,4}(?= ?\d[A-Z]{2}$)) ?(.+)$/, between: ' ' },
  IE: { parts: /^([A-Z]\d[\dW]) ?([A-Z\d]{4})$/, between: ' ' },
}

/** A postcode as its country writes it, such as SO14 3FJ for so143fj; what is none stays as it is. */
export function writtenPostcode(value: string, country: Country): string {
  const parts = written[country]?.parts.exec(value.toUpperCase())
  return parts ? [parts[1], parts[2]].join(written[country]?.between) : value
}

/** What a number of each country begins with, after the plus sign. */
export const callingCodes: Record<Country, string> = { US: '1', GB: '44', IE: '353', FR: '33', DE: '49' }

/**
 * The places whose addresses are a country's, as its postcodes are taken (Gibraltar's GX11 1AA, Monaco's 98000), while their telephone numbers are, for the tables of numbers, those of a region of its
 * own; each with what its numbers begin with.
 */
export const numberedPlaces: Record<Country, Readonly<Record<string, string>>> = {
  US: { PR: '1', VI: '1', GU: '1', AS: '1', MP: '1' },
  GB: { JE: '44', GG: '44', IM: '44', GI: '350' },
  IE: {},
  FR: {
    GP: '590',
    BL: '590',
    MF: '590',
    MQ: '596',
    GF: '594',
    RE: '262',
    YT: '262',
    PM: '508',
    NC: '687',
    PF: '689',
    WF: '681',
    MC: '377',
  },
  DE: {},
}

/** All that the numbers of a country begin with, those of its places included, after the plus sign. */
export function codesOf(country: Country): string[] {
  return [...new Set([callingCodes[country], ...Object.values(numberedPlaces[country])])]
}

/** The country of a stored number (E.164): only numbers of these countries are stored, and their codes differ. */
export function countryOfPhone(stored: string): Country | undefined {
  return countries.find((country) => codesOf(country).some((code) => stored.startsWith(`+${code}`)))
}

/** What is meant by a number that was typed or copied, be it out of a link or a phone's contacts. */
export function meantNumber(typed: string): string {
  return readIdentifier(typed).replace(/^tel: ?/i, '')
}

/**
 * A telephone number as people enter it: the country first, then the number (spec §5). Whether that country has such a
 * number is for `readPhone` to say, whose tables are too large for every page.
 */
export const typedPhone = z.strictObject({
  country: anyText(10).check(rule('countryCode', (value) => countries.some((country) => country === value))),
  number: anyText(100, meantNumber).check(rule('phone', (value) => /^[\d+\s()./-]{4,30}$/.test(value))),
})
export type TypedPhone = z.infer<typeof typedPhone>

/** The fields that hold a number: that of a person, and that of a place. */
export type PhoneField = 'mobile' | 'phone'
