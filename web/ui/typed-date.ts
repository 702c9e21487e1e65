import { localeFacts, type Locale } from '../../contract/locales.ts'
import { readIdentifier } from '../../contract/rules/written-characters.ts'

/**
 * Dates as people type them. A day is YYYY-MM-DD everywhere in the program; only fields and texts know the tenant's
 * format, a pattern such as DD/MM/YYYY.
 */

/**
 * The pattern for typing a date: the given one, with month names and single letters replaced by digits (`D MMM YY` →
 * `DD MM YYYY`).
 */
export function entryFormat(pattern: string): string {
  const numeric = pattern.replace(/D+/, 'DD').replace(/M+/, 'MM').replace(/Y+/, 'YYYY')
  return /^(?:(?:DD|MM|YYYY)(?:[^A-Za-z]+|$)){3}$/.test(numeric) ? numeric : 'DD/MM/YYYY'
}

/** A pattern in the letters of a locale: DD/MM/AAAA in Spanish. */
export function patternHint(pattern: string, locale: Locale): string {
  return pattern.replaceAll(/[DMY]/g, (letter) => localeFacts[locale].dateLetters.charAt('DMY'.indexOf(letter)))
}

/**
 * Parses a typed day; undefined if it is not a date in this format. Any separator will do, leading zeros may be
 * missing, and eight digits need no separator; 31 February is refused. YYYY-MM-DD is accepted in any format, because
 * programs that people copy dates from write it.
 */
export function parseTypedDate(typed: string, pattern: string): string | undefined {
  const trimmed = readIdentifier(typed)
  if (/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return isCalendarDay(trimmed) ? trimmed : undefined
  return parseBirthDate(typed, pattern)
}

/**
 * Parses a typed date of birth, which must match the format (spec §5): year, month and day in another order are
 * refused.
 */
export function parseBirthDate(typed: string, pattern: string): string | undefined {
  const trimmed = readIdentifier(typed)
  const order = [...entryFormat(pattern).matchAll(/DD|MM|YYYY/g)].map(([part]) => part)
  const numbers = digitsOf(trimmed, order)
  if (numbers?.length !== 3) return undefined
  const part = (name: string) => numbers[order.indexOf(name)] ?? ''
  if (part('YYYY').length !== 4 || part('MM').length > 2 || part('DD').length > 2) return undefined
  const day = `${part('YYYY')}-${part('MM').padStart(2, '0')}-${part('DD').padStart(2, '0')}`
  return isCalendarDay(day) ? day : undefined
}

function digitsOf(typed: string, order: string[]): string[] | undefined {
  if (/^\d{8}$/.test(typed)) {
    let rest = typed
    return order.map((part) => {
      const digits = rest.slice(0, part.length)
      rest = rest.slice(part.length)
      return digits
    })
  }
  return /^\d+([\s/.-]+\d+){2}$/.test(typed) ? typed.split(/\D+/) : undefined
}

function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** Formats a day for typing; '' for none. */
export function typedDate(day: string | null | undefined, pattern: string): string {
  const [year, month, date] = day?.split('-') ?? []
  if (!year || !month || !date) return ''
  return entryFormat(pattern).replace('YYYY', year).replace('MM', month).replace('DD', date)
}
