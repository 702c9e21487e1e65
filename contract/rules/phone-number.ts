import { parsePhoneNumberFromString, type NumberType } from 'libphonenumber-js/core'
import tables from 'libphonenumber-js/max/metadata'
import type { RulePhrase } from '../phrases/message-of.ts'
import { countries, type TypedPhone } from './phone-and-postcode.ts'
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
 * number or the tenant's pattern refuses it, else the phrase of the line that was expected. The tables are large: a page
 * loads this when it is needed.
 */
export function readPhone(
  { country, number }: TypedPhone,
  expected: Line,
  pattern: string | null,
): { number: string } | { problem: RulePhrase } {
  const own = countries.find((known) => known === country)
  const parsed = own && parsePhoneNumberFromString(number, { defaultCountry: own, extract: false }, tables)
  if (parsed?.country !== own || !parsed?.isValid() || parsed.ext !== undefined) return { problem: 'phone' }
  const { types, otherwise } = accepted[expected]
  if (!types.includes(parsed.getType())) return { problem: otherwise }
  if (pattern !== null && !matchesPattern(pattern, parsed.number)) return { problem: 'phone' }
  return { number: parsed.number }
}

/** A stored number as people of its country enter it, or undefined when it is of none of ours. */
export function writePhone(stored: string): TypedPhone | undefined {
  const parsed = parsePhoneNumberFromString(stored, tables)
  const country = countries.find((known) => known === parsed?.country)
  return country && parsed && { country, number: parsed.formatNational() }
}
