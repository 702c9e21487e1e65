import { parsePhoneNumberFromString, type CountryCode, type NumberType, type PhoneNumber } from 'libphonenumber-js/core'
import tables from 'libphonenumber-js/max/metadata'
import type { RulePhrase } from '../phrases/message-of.ts'
import {
  callingCodes,
  countries,
  meantNumber,
  numberedPlaces,
  type Country,
  type PhoneField,
  type TypedPhone,
} from './phone-and-postcode.ts'
import { matchesPattern } from './tenant-pattern.ts'

/** What a field expects of its number. */
type Line = 'mobile' | 'fixed-line' | 'either'

/** What each field that holds a number expects: messages are sent to a person's, a place is only rung. */
export const lineOf = { mobile: 'mobile', phone: 'either' } as const satisfies Record<PhoneField, Line>

/**
 * Numbers that may be either are accepted for both (spec §5), as is every one with the code of the US: there a line keeps its number when it
 * becomes a mobile, and the tables know only what it was. Where either is expected, neither is asked for by name.
 */
const accepted: Record<Line, { types: NumberType[]; otherwise: RulePhrase }> = {
  mobile: { types: ['MOBILE', 'FIXED_LINE_OR_MOBILE'], otherwise: 'phoneMobile' },
  'fixed-line': { types: ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'], otherwise: 'phoneLandline' },
  either: { types: ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE'], otherwise: 'phone' },
}

/**
 * The number that was entered as E.164 (`+447400123456`), or what is wrong with it: `phone` where its country has no such
 * number or the tenant's pattern refuses it, `phoneOfSeveral` where several of its places do, else the phrase of the line that was expected. A country has the numbers of the
 * places whose addresses it has, too. The tables are large: a page loads this when it is needed.
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

/** A stored number as people of its country enter it, or undefined when it is of none of ours. */
export function writePhone(stored: string): TypedPhone | undefined {
  const parsed = parsePhoneNumberFromString(stored, tables)
  const country = countries.find((known) => isOf(known, parsed?.country))
  if (country === undefined || parsed === undefined) return undefined
  const isAbroad = parsed.countryCallingCode !== callingCodes[country]
  return { country, number: isAbroad ? parsed.formatInternational() : parsed.formatNational() }
}

/** A stored number with its country and spaces, as people anywhere read and dial it: +44 20 7946 0018. */
export function shownPhone(stored: string): string {
  return parsePhoneNumberFromString(stored, tables)?.formatInternational() ?? stored
}

/** Places whose numbers are as long as those of France and are dialled there in the same way, without an international code. */
const dialledAsInFrance: CountryCode[] = ['GP', 'MQ', 'GF', 'RE', 'YT']

/**
 * The numbers that may be meant: the country's own or, where it has none such, those of its places, as they are dialled there without an
 * international code.
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

/** Those of a country's places that have another code than it: a number of the others that lacks its area may be of any town. */
function placesAbroad(country: Country): CountryCode[] {
  return Object.entries(numberedPlaces[country]).flatMap(([place, code]) =>
    // The tables name each place that we do.
    code === callingCodes[country] ? [] : [place as CountryCode],
  )
}

function isOf(country: Country, place: string | undefined): boolean {
  return place !== undefined && (place === country || place in numberedPlaces[country])
}
