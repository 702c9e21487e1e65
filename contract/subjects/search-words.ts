import { folded, foldedId, marked, startsIn, withoutGaps } from '../rules/folding.ts'
import type { WholeIdentity } from './subject.ts'

/** The fields by which a subject is found and sorted. */
export type Identity = Omit<WholeIdentity, 'dateOfBirth'>

/** The sort key of a list of subjects: last name and first name, else the email, else the custom IDs. */
export function nameKeyOf({ email, firstName, lastName, customId1, customId2 }: Identity): string {
  return folded(joined(lastName, firstName) || email || joined(customId1, customId2))
}

/**
 * The words by which a subject is found: its name, email and IDs, folded, each from the start of every word to its end;
 * IDs also without dashes and spaces, and from their first digit. The part after an email's @ is shared by many, so it
 * is left out.
 */
export function searchWordsOf(...identities: Identity[]): string[] {
  const lines = identities.flatMap(linesOf)
  return [...new Set([...withoutGaps(lines.flatMap(startsOf)), ...identities.flatMap(idsOf)])]
}

/**
 * The IDs of a subject in their form for comparison, two custom IDs also as one, each also from its words and its first
 * digit.
 */
function idsOf({ localId, customId1, customId2 }: Identity): string[] {
  const both = customId1 !== null && customId2 !== null ? `${customId1}${customId2}` : null
  return [localId, customId1, customId2, both].flatMap((id) => {
    const compared = foldedId(id ?? '')
    const fromDigit = /(?<=\D)\d.*/.exec(compared)
    return compared === '' ? [] : [compared, ...startsOf(compared), ...(fromDigit ?? [])]
  })
}

/** A search word of a subject with all of its words, so that one row tells whether the other typed words match, too. */
export interface SearchRow {
  word: string
  /** All words of the subject, with each start of a word after a space; null if that is too long for an index. */
  whole: string | null
}

/** In bytes. A row of an index has room for 2,700, of which the longest word takes up to 1,000. */
const longestWhole = 1000

/** The search words of a subject with several identities, its own and those of subjects merged into it. */
export function searchRowsOf(...identities: Identity[]): SearchRow[] {
  const lines = [...new Set(identities.flatMap(linesOf))]
  // IDs without digits, because typed words with a digit are not matched against this.
  const ids = identities.flatMap(idsOf).filter((id) => !/\d/.test(id))
  const all = [...lines.map(spaced), ...[...ids, ...lines.flatMap(closedBeforeDigits)].map(spacedOnce)].join(' ')
  const whole = new TextEncoder().encode(all).length > longestWhole ? null : all
  return searchWordsOf(...identities).map((word) => ({ word, whole }))
}

/** The beginnings of words with a digit, up to that digit and without gaps, if they differ from the written form. */
function closedBeforeDigits(line: string): string[] {
  return startsOf(line)
    .flatMap((word) => /^\D+(?=\d)/.exec(word) ?? [])
    .filter((letters) => /[ -]+[^ -]/.test(letters))
    .flatMap((letters) => letters.replaceAll(/[ -]/g, ''))
}

/**
 * True if the row's `whole` tells whether a word of the subject begins with this typed word, which is not the case for
 * one with a digit without its gaps.
 */
export function isToldByWhole(typedWord: string): boolean {
  return !/\d/.test(typedWord)
}

/** The text that the row's `whole` contains exactly if a word of the subject begins with this typed word. */
export function inWhole(typedWord: string): string {
  return spacedOnce(typedWord)
}

function linesOf({ email, firstName, lastName, localId, customId1, customId2 }: Identity): string[] {
  const lines = [joined(firstName, lastName), email, localId, customId1, customId2]
  return lines.flatMap((line) => (line === null || line === '' ? [] : [marked(line)]))
}

function startsOf(line: string): string[] {
  return startingAt(line).map((at) => withoutApostrophes(line.slice(at)))
}

/** A marked line with a space before each start of a word, repeated from each start that an apostrophe hides. */
function spaced(line: string): string {
  const hidden = startingAt(line).filter((at) => line.charAt(at - 1) === "'")
  return [line, ...hidden.map((at) => line.slice(at))].map((part) => spacedOnce(withoutApostrophes(part))).join(' ')
}

/**
 * A line with a space before each start of a word, and commas in place of other spaces, because no typed word has a
 * comma.
 */
function spacedOnce(line: string): string {
  const starts = [0, ...startingAt(line)]
  const parts = starts.map((at, i) => line.slice(at, starts[i + 1]))
  return parts.join(' ').replace(/@.*/s, (rest) => rest.replaceAll(/\s/g, ','))
}

/** The positions at which the words of a line start; none of them is after an email's @. */
function startingAt(line: string): number[] {
  const sign = line.indexOf('@')
  return [...startsIn(line)].filter((at) => sign === -1 || at <= sign)
}

function withoutApostrophes(line: string): string {
  return line.replaceAll("'", '')
}

function joined(one: string | null, other: string | null): string {
  return [one, other].filter((part) => part !== null && part !== '').join(' ')
}
