import { parsePhoneNumberFromString, type CountryCode, type NumberType, type PhoneNumber } from 'libphonenumber-js/core'
import tables from 'libphonenumber-js/max/metadata'
import type { RulePhrase } from '../phrases/message-of.ts'
import {
  callingCodes,
  countries,
  meantNumber,
  numberedPlaces,
  type Country,
  type TypedPhone,
} from './phone-and-postcode.ts'
import { matchesPattern } from './tenant-pattern.ts'

/** What a field expects of its number. */
type Line = 'mobile' | 'fixed-line'

/** Numbers that may be either, as every one in the US, are accepted for both (spec §5). */
const accepted: Record<Line, { types: NumberType[]; otherwise: RulePhrase }> = {
  mobile: { types: ['MOBILE', 'FIXED_LINE_OR_MOBILE'], otherwise: 'phoneMobile' },
  'fixed-line': { types: ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'], otherwise: 'phoneLandline' },
}

/**
 * The number that was entered as E.164 (`+447400123456`), or what is wrong with it: `phone` where its country has no such
 * number or the tenant's pattern refuses it, else the phrase of the line that was expected. A country has the numbers of the
 * places whose addresses it has, too. The tables are large: a page loads this when it is needed.
 */
export function readPhone(
  { country, number }: TypedPhone,
  expected: Line,
  pattern: string | null,
): { number: string } | { problem: RulePhrase } {
  const own = countries.find((known) => known === country)
  const parsed = own && parsedIn(own, meantNumber(number))
  if (parsed === undefined || parsed.ext !== undefined) return { problem: 'phone' }
  const { types, otherwise } = accepted[expected]
  if (!types.includes(parsed.getType())) return { problem: otherwise }
  if (pattern !== null && !matchesPattern(pattern, parsed.number)) return { problem: 'phone' }
  return { number: parsed.number }
}

/** A stored number as people of its country enter it, or undefined when it is of none of ours. */
export function writePhone(stored: string): TypedPhone | undefined {
  const parsed = parsePhoneNumberFromString(stored, tables)
  const country = countries.find((known) => isOf(known, parsed?.country))
  if (country === undefined || parsed === undefined) return undefined
  const isAbroad = parsed.countryCallingCode !== callingCodes[country]
  return { country, number: isAbroad ? parsed.formatInternational() : parsed.formatNational() }
}

/** Places whose numbers are as long as those of France and are dialled there in the same way, without an international code. */
const dialledAsInFrance: CountryCode[] = ['GP', 'MQ', 'GF', 'RE', 'YT']

/** The number of a country or of one of its places; undefined where there is none. */
function parsedIn(country: Country, number: string): PhoneNumber | undefined {
  const inOrder: CountryCode[] =
    country === 'FR' && number.startsWith('0') ? [country, ...dialledAsInFrance] : [country]
  return inOrder
    .map((defaultCountry) => parsePhoneNumberFromString(number, { defaultCountry, extract: false }, tables))
    .find((parsed) => isOf(country, parsed?.country) && parsed?.isValid())
}

function isOf(country: Country, place: string | undefined): boolean {
  return place !== undefined && (place === country || place in numberedPlaces[country])
}
