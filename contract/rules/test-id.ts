import * as z from 'zod/mini'
import { codeText, rule } from '../schema.ts'
import { readIdentifier } from './written-characters.ts'

/** Crockford's base 32: no I, L, O or U, so that an ID can be read aloud and typed. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Creates a test ID: the tenant's prefix, a hyphen and eight Crockford base-32 characters, the last of which checks the
 * seven before it (Luhn mod 32: it detects every single wrong character and most swaps of neighbours). `random` must
 * return whole numbers from 0 to 31.
 */
export function makeTestId(prefix: string, random: () => number): string {
  const body = Array.from({ length: 7 }, () => alphabet[random()]).join('')
  return `${prefix}-${body}${checkCharacter(body)}`
}

/** True if a text is a well-formed test ID with the right check character. */
export function isTestId(value: string): boolean {
  const match = /^[A-Z]{2,6}-([0-9A-HJKMNP-TV-Z]{7})([0-9A-HJKMNP-TV-Z])$/.exec(value)
  return match !== null && checkCharacter(match[1] ?? '') === match[2]
}

/** A test ID as typed from a sheet, in any case, converted to its canonical form. */
export const testId = z.pipe(
  z.pipe(
    codeText(40).check(z.minLength(1)),
    z.transform((typed) => normaliseTestId(typed)),
  ),
  codeText(40).check(rule('testId', isTestId)),
)

/**
 * Converts a typed text to the form of a test ID: capitals, with O read as 0, and I and L as 1, after the prefix, which
 * ends at the first hyphen or space. Without one, the prefix is the tenant's if the text has a digit, or else
 * everything before the last eight characters.
 */
export function normaliseTestId(value: string, tenantsPrefix = ''): string {
  const typed = readIdentifier(value).toUpperCase()
  const prefix = [/^[A-Z]{2,6}(?=[ -])/, new RegExp(`^${tenantsPrefix}(?=.*\\d)`), /^[A-Z]{2,6}(?=[0-9A-Z]{8}$)/]
    .map((form) => form.exec(typed)?.[0] ?? '')
    .find((found) => found !== '')
  if (prefix === undefined) return typed
  const rest = typed.slice(prefix.length).replaceAll(/[ -]/g, '')
  return `${prefix}-${rest.replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`
}

/** The fewest characters of a test ID after its prefix that find it. */
const shortestPart = 4

/**
 * What was typed as a part of a test ID after its prefix, as IDs are written: four to eight of their characters. People read only what tells
 * one ID from another. Undefined for anything else.
 */
export function testIdPart(typed: string): string | undefined {
  const part = readIdentifier(typed).toUpperCase().replaceAll(/[ -]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const isPart = part.length >= shortestPart && part.length <= 8 && [...part].every((one) => alphabet.includes(one))
  return isPart ? part : undefined
}

/** The texts with which test IDs begin that a search may mean: what was typed, and the tenant's own prefix with it if it is a part. */
export function testIdBeginnings(typed: string, tenantsPrefix: string): string[] {
  const start = normaliseTestId(typed, tenantsPrefix)
  const part = testIdPart(typed)
  return part === undefined ? [start] : [...new Set([start, `${tenantsPrefix}-${part}`])]
}

function checkCharacter(body: string): string {
  let sum = 0
  let factor = 2
  for (const character of [...body].reverse()) {
    const product = alphabet.indexOf(character) * factor
    sum += Math.floor(product / 32) + (product % 32)
    factor = factor === 2 ? 1 : 2
  }
  return alphabet[(32 - (sum % 32)) % 32] ?? ''
}
