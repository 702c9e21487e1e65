import * as z from 'zod/mini'
import { anyText, rule } from '../schema.ts'
import { lengthOf, readIdentifier } from './written-characters.ts'
import { passwordLength } from '../limits-and-times.ts'

/** Kinds of characters, of which a new password needs `leastPasswordKinds` (spec §5). */
export const passwordKinds = ['lower', 'upper', 'digit', 'symbol'] as const
type PasswordKind = (typeof passwordKinds)[number]
export const leastPasswordKinds = 3

/**
 * The lowest acceptable score of zxcvbn, from 0 to 4: a password below a million guesses falls in an afternoon, even
 * with the limit on logins, if the attempts come from many addresses.
 */
export const leastPasswordScore = 2

/**
 * Normalises a password for storage and comparison (RFC 8265), like an ID: letters composed, whichever keyboard they
 * come from, one kind of hyphen, wide letters made plain, and without invisible characters that were copied along
 * unnoticed.
 */
export const meantPassword = readIdentifier

/** An existing password as typed, which may break today's rule. */
export const givenPassword = anyText(4 * passwordLength.max).check(z.minLength(1))

/** A new password: 10 to 128 characters, no white space, three of four kinds (spec §5). */
export const newPassword = anyText(passwordLength.max, meantPassword).check(
  z.minLength(1),
  rule('password', (password) => meetsRule(partsOf(password))),
)

export interface PasswordParts {
  hasLength: boolean
  /** False for an empty password, so that nothing is ticked before typing. */
  hasNoWhiteSpace: boolean
  kinds: ReadonlySet<PasswordKind>
}

const patterns: Record<PasswordKind, RegExp> = {
  lower: /\p{Ll}/u,
  upper: /\p{Lu}/u,
  digit: /\p{Nd}/u,
  symbol: /[^\p{L}\p{Nd}\s]/u,
}

/** Checks a password against each part of the rule, for a form to show. */
export function partsOf(password: string): PasswordParts {
  return {
    hasLength: lengthOf(password) >= passwordLength.min && lengthOf(password) <= passwordLength.max,
    hasNoWhiteSpace: password !== '' && !/\s/.test(password),
    kinds: new Set(passwordKinds.filter((kind) => patterns[kind].test(password))),
  }
}

export function meetsRule({ hasLength, hasNoWhiteSpace, kinds }: PasswordParts): boolean {
  return hasLength && hasNoWhiteSpace && kinds.size >= leastPasswordKinds
}

/** Shorter names occur within ordinary words. */
const shortestName = 4

/**
 * The words that a guesser would try first: those of the person's name, of their email before the @, and of the names
 * of the tenant and its product, as far as known.
 */
export function namesIn(known: readonly string[]): string[] {
  return known
    .flatMap((text) => text.split(/\s+/).map((word) => word.split('@')[0] ?? ''))
    .filter((name) => name !== '')
}

/** True if a password contains one of these names, ignoring case and accents. */
export function containsName(password: string, names: readonly string[]): boolean {
  const simple = plain(password)
  return names.some((name) => name.length >= shortestName && simple.includes(plain(name)))
}

/** Converts a text to lower case without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}
