import * as z from 'zod/mini'
import { anyText, rule } from '../schema.ts'
import { countries, type Country } from './countries.ts'
import { readIdentifier } from './written-characters.ts'

const patterns: Record<Country, RegExp> = {
  US: /^\d{5}(-?\d{4})?$/,
  GB: /^(GIR ?0AA|BFPO ?\d{1,4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  IE: /^([AC-FHKNPRTV-Y]\d{2}|D6W) ?[\dAC-FHKNPRTV-Y]{4}$/i,
  FR: /^\d{5}$/,
  DE: /^\d{5}$/,
}

/** True if a ZIP or postcode is valid in a country (spec §5: US five digits with an optional hyphen and four more). */
export function isPostcode(value: string, country: Country): boolean {
  return patterns[country].test(value)
}

/** The notation of postcodes in each country: the two parts, if there are two, and the separator. */
const written: Partial<Record<Country, { parts: RegExp; between: string }>> = {
  US: { parts: /^(\d{5})[- ]?(\d{4})$/, between: '-' },
  GB: { parts: /^(BFPO(?= ?\d{1,4}$)|[A-Z\d]{2,4}(?= ?\d[A-Z]{2}$)) ?(.+)$/, between: ' ' },
  IE: { parts: /^([A-Z]\d[\dW]) ?([A-Z\d]{4})$/, between: ' ' },
}

/** Formats a postcode as its country writes it, such as SO14 3FJ for so143fj; an invalid one stays unchanged. */
export function writtenPostcode(value: string, country: Country): string {
  const parts = written[country]?.parts.exec(value.toUpperCase())
  return parts ? [parts[1], parts[2]].join(written[country]?.between) : value
}

/** The calling code of each country, after the plus sign. */
export const callingCodes: Record<Country, string> = { US: '1', GB: '44', IE: '353', FR: '33', DE: '49' }

/**
 * Places whose addresses belong to a country, as its postcodes do (Gibraltar's GX11 1AA, Monaco's 98000), while the
 * tables of telephone numbers treat them as regions of their own; each with its calling code.
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

/** All calling codes of a country, including those of its places, after the plus sign. */
export function codesOf(country: Country): string[] {
  return [...new Set([callingCodes[country], ...Object.values(numberedPlaces[country])])]
}

/** The country of a stored number (E.164): only numbers of these countries are stored, and their codes differ. */
export function countryOfPhone(stored: string): Country | undefined {
  return countries.find((country) => codesOf(country).some((code) => stored.startsWith(`+${code}`)))
}

/** Extracts the intended number from typed or copied text, such as a link or a phone's contacts. */
export function meantNumber(typed: string): string {
  return readIdentifier(typed).replace(/^tel: ?/i, '')
}

/**
 * A telephone number as people enter it: the country first, then the number (spec §5). `readPhone` decides whether that
 * country has such a number; its tables are too large for every page.
 */
export const typedPhone = z.strictObject({
  country: anyText(10).check(rule('countryCode', (value) => countries.some((country) => country === value))),
  number: anyText(100, meantNumber).check(rule('phone', (value) => /^[\d+\s()./-]{4,30}$/.test(value))),
})
export type TypedPhone = z.infer<typeof typedPhone>

/** What a telephone number is for: to be sent messages, to be a landline, or to be called on whatever line. */
export type PhoneField = 'mobile' | 'landline' | 'phone'
