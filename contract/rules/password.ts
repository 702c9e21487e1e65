import * as z from 'zod/mini'
import { anyText, rule } from '../schema.ts'
import { readIdentifier } from './written-characters.ts'

/** How many characters a new password may have (spec §5). */
export const passwordLength = { min: 10, max: 128 }

/** Kinds of characters of which a new password needs `leastPasswordKinds` (spec §5). */
export const passwordKinds = ['lower', 'upper', 'digit', 'symbol'] as const
type PasswordKind = (typeof passwordKinds)[number]
export const leastPasswordKinds = 3

/**
 * The least score of zxcvbn, from 0 to 4, that is not too easy to guess: guesses below a million are made in an afternoon,
 * even against the limit on logins from many addresses.
 */
export const leastPasswordScore = 2

/**
 * A password in the one form in which it is kept and compared (RFC 8265), as an ID is: its letters composed, whichever keyboard they come from,
 * one kind of hyphen, wide letters as plain ones, and without what is copied along and cannot be seen, which nobody knows that they chose.
 */
export const meantPassword = readIdentifier

/** A password that was chosen before, as it was typed: it may break today's rule. */
export const givenPassword = anyText(4 * passwordLength.max).check(z.minLength(1))

/** A new password: 10 to 128 characters, no white space, three of four kinds (spec §5). */
export const newPassword = anyText(passwordLength.max, meantPassword).check(
  z.minLength(1),
  rule('password', (password) => meetsRule(partsOf(password))),
)

/** How far a password meets each part of the rule. */
export interface PasswordParts {
  hasLength: boolean
  /** An empty password never meets this part: there is nothing yet to be right. */
  hasNoWhiteSpace: boolean
  kinds: ReadonlySet<PasswordKind>
}

const patterns: Record<PasswordKind, RegExp> = {
  lower: /\p{Ll}/u,
  upper: /\p{Lu}/u,
  digit: /\p{Nd}/u,
  symbol: /[^\p{L}\p{Nd}\s]/u,
}

/** Takes a password apart by the rule, for a form to show what is met so far. */
export function partsOf(password: string): PasswordParts {
  return {
    // A symbol such as an emoji is one character of the ten; the most is bounded as every text of the contract is.
    hasLength: [...password].length >= passwordLength.min && password.length <= passwordLength.max,
    hasNoWhiteSpace: password !== '' && !/\s/.test(password),
    kinds: new Set(passwordKinds.filter((kind) => patterns[kind].test(password))),
  }
}

/** Whether all parts of the rule are met. */
export function meetsRule({ hasLength, hasNoWhiteSpace, kinds }: PasswordParts): boolean {
  return hasLength && hasNoWhiteSpace && kinds.size >= leastPasswordKinds
}

/** Names this short hide in ordinary words. */
const shortestName = 4

/**
 * The words that a guesser of somebody's password would try first: of their name, of their email before the @, and of the
 * tenant's and its product's names, as far as they are known.
 */
export function namesIn(known: readonly string[]): string[] {
  return known
    .flatMap((text) => text.split(/\s+/).map((word) => word.split('@')[0] ?? ''))
    .filter((name) => name !== '')
}

/** Whether a password contains one of these names, whatever its case and accents. */
export function containsName(password: string, names: readonly string[]): boolean {
  const simple = plain(password)
  return names.some((name) => name.length >= shortestName && simple.includes(plain(name)))
}

/** Writes a text in small letters without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}
