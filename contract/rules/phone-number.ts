import { parsePhoneNumberFromString, type CountryCode, type NumberType, type PhoneNumber } from 'libphonenumber-js/core'
import tables from 'libphonenumber-js/max/metadata'
import type { RulePhrase } from '../phrases/message-of.ts'
import { countries, type Country } from './countries.ts'
import { callingCodes, meantNumber, numberedPlaces, type PhoneField, type TypedPhone } from './phone-and-postcode.ts'
import type { TelephoneType } from '../subjects/details.ts'
import { matchesPattern } from './tenant-pattern.ts'

type Line = 'mobile' | 'fixed-line' | 'either'

/** The type of line for each field: a mobile receives messages, a place is only called, and a landline is said to be one. */
export const lineOf = { mobile: 'mobile', landline: 'fixed-line', phone: 'either' } as const satisfies Record<
  PhoneField,
  Line
>

/**
 * Numbers that may be either type are accepted for both (spec §5), and so is every number with the US code, where a
 * line keeps its number when it becomes a mobile and the tables only know the original type. If either type is
 * accepted, the message names neither.
 */
const accepted: Record<Line, { types: NumberType[]; otherwise: RulePhrase }> = {
  mobile: { types: ['MOBILE', 'FIXED_LINE_OR_MOBILE'], otherwise: 'phoneMobile' },
  'fixed-line': { types: ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'], otherwise: 'phoneLandline' },
  either: { types: ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE'], otherwise: 'phone' },
}

/**
 * Returns the entered number as E.164 (`+447400123456`), or its error: `phone` if the country has no such number or the
 * tenant's pattern refuses it, `phoneOfSeveral` if several of its places have it, else the phrase of the expected type
 * of line. A country includes the numbers of places whose addresses it has. The tables are large, so pages load this on
 * demand.
 */
export function readPhone(
  { country, number }: TypedPhone,
  expected: Line,
  pattern: string | null,
): { number: string } | { problem: RulePhrase } {
  const own = countries.find((known) => known === country)
  const [parsed, another] = own === undefined ? [] : parsedIn(own, meantNumber(number))
  if (another !== undefined) return { problem: 'phoneOfSeveral' }
  if (parsed === undefined || parsed.ext !== undefined) return { problem: 'phone' }
  const { types, otherwise } = accepted[expected]
  if (!types.includes(typeOf(parsed))) return { problem: otherwise }
  if (pattern !== null && !matchesPattern(pattern, parsed.number)) return { problem: 'phone' }
  return { number: parsed.number }
}

function typeOf(parsed: PhoneNumber): NumberType {
  const type = parsed.getType()
  const isEither = parsed.countryCallingCode === callingCodes.US && (type === 'MOBILE' || type === 'FIXED_LINE')
  return isEither ? 'FIXED_LINE_OR_MOBILE' : type
}

/** The type of a stored number, as far as the tables of its country tell it: numbers of the US may be of either. */
export function telephoneTypeOf(stored: string): TelephoneType {
  const parsed = parsePhoneNumberFromString(stored, tables)
  const type = parsed && typeOf(parsed)
  return type === 'MOBILE' ? 'mobile' : type === 'FIXED_LINE' ? 'landline' : 'unknown'
}

/**
 * Formats a stored number as people of its country enter it, or returns undefined if it is in none of our countries.
 */
export function writePhone(stored: string): TypedPhone | undefined {
  const parsed = parsePhoneNumberFromString(stored, tables)
  const country = countries.find((known) => isOf(known, parsed?.country))
  if (country === undefined || parsed === undefined) return undefined
  const isAbroad = parsed.countryCallingCode !== callingCodes[country]
  return { country, number: isAbroad ? parsed.formatInternational() : parsed.formatNational() }
}

/** Formats a stored number with its country and spaces, for international reading and dialling: +44 20 7946 0018. */
export function shownPhone(stored: string): string {
  return parsePhoneNumberFromString(stored, tables)?.formatInternational() ?? stored
}

/**
 * Places whose numbers are as long as those of France and are dialled in the same way locally, without an international
 * code.
 */
const dialledAsInFrance: CountryCode[] = ['GP', 'MQ', 'GF', 'RE', 'YT']

/**
 * The numbers that may be meant: the country's own or, if it has none such, those of its places, as dialled locally
 * without an international code.
 */
function parsedIn(country: Country, number: string): PhoneNumber[] {
  const parse = (defaultCountry: CountryCode) => {
    const parsed = parsePhoneNumberFromString(number, { defaultCountry, extract: false }, tables)
    return isOf(country, parsed?.country) && parsed?.isValid() ? [parsed] : []
  }
  const own = parse(country)
  if (own.length > 0) return own
  const places = country === 'FR' && number.startsWith('0') ? dialledAsInFrance : placesAbroad(country)
  const found = places.flatMap(parse)
  return found.filter(({ number: one }, at) => found.findIndex((other) => other.number === one) === at)
}

/**
 * The places of a country that have another calling code. In the other places, a number without its area code may
 * belong to any town.
 */
function placesAbroad(country: Country): CountryCode[] {
  return Object.entries(numberedPlaces[country]).flatMap(([place, code]) =>
    // The tables contain each place that is named here.
    code === callingCodes[country] ? [] : [place as CountryCode],
  )
}

function isOf(country: Country, place: string | undefined): boolean {
  return place !== undefined && (place === country || place in numberedPlaces[country])
}
