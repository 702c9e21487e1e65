import { folded, foldedId, marked, startsIn, withoutGaps } from '../rules/folding.ts'
import type { WholeIdentity } from './subject.ts'

/** What a subject is found and ordered by. */
export type Identity = Omit<WholeIdentity, 'dateOfBirth'>

/** What a list of subjects is ordered by: last name and first name, else the email, else the custom IDs. */
export function nameKeyOf({ email, firstName, lastName, customId1, customId2 }: Identity): string {
  return folded(joined(lastName, firstName) || email || joined(customId1, customId2))
}

/**
 * What a subject is found by: its name, email and IDs, folded, each from the start of every word to its end; IDs without dashes
 * and spaces, too, and from their first digit. What follows the sign in an email is everybody's, and finds nobody.
 */
export function searchWordsOf(...identities: Identity[]): string[] {
  const lines = identities.flatMap(linesOf)
  return [...new Set([...withoutGaps(lines.flatMap(startsOf)), ...identities.flatMap(idsOf)])]
}

/** The IDs of a subject as they are compared, two custom IDs as one as well, each also from its words and its first digit. */
function idsOf({ localId, customId1, customId2 }: Identity): string[] {
  const both = customId1 !== null && customId2 !== null ? `${customId1}${customId2}` : null
  return [localId, customId1, customId2, both].flatMap((id) => {
    const compared = foldedId(id ?? '')
    const fromDigit = /(?<=\D)\d.*/.exec(compared)
    return compared === '' ? [] : [compared, ...startsOf(compared), ...(fromDigit ?? [])]
  })
}

/** A word that a subject is found by, and beside it all of them, so that one row tells whether the others fit, too. */
export interface SearchRow {
  word: string
  /** All that the subject is found by, each start of a word after a space; null where that is too long for an index. */
  whole: string | null
}

/** Bytes: a row of an index has room for 2,700, of which the longest word takes up to 1,000. */
const longestWhole = 1000

/** The words of a subject that is found by several identities, its own and those that were merged into it. */
export function searchRowsOf(...identities: Identity[]): SearchRow[] {
  const lines = [...new Set(identities.flatMap(linesOf))]
  // Those without digits: what is typed with one is not asked of this.
  const ids = identities.flatMap(idsOf).filter((id) => !/\d/.test(id))
  const all = [...lines.map(spaced), ...[...ids, ...lines.flatMap(closedBeforeDigits)].map(spacedOnce)].join(' ')
  const whole = new TextEncoder().encode(all).length > longestWhole ? null : all
  return searchWordsOf(...identities).map((word) => ({ word, whole }))
}

/** What words with a digit begin with once they are without their gaps, up to that digit, where that is not how they are written. */
function closedBeforeDigits(line: string): string[] {
  return startsOf(line)
    .flatMap((word) => /^\D+(?=\d)/.exec(word) ?? [])
    .filter((letters) => /[ -]+[^ -]/.test(letters))
    .flatMap((letters) => letters.replaceAll(/[ -]/g, ''))
}

/** Whether the whole of a subject tells whether one of its words begins with this one that was typed: of a digit without its gaps it does not. */
export function isToldByWhole(typedWord: string): boolean {
  return !/\d/.test(typedWord)
}

/** What the whole of a subject holds just when one of its words begins with this one that was typed. */
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

/** A marked line with a space before each start of a word, and once more from each start that an apostrophe hides. */
function spaced(line: string): string {
  const hidden = startingAt(line).filter((at) => line.charAt(at - 1) === "'")
  return [line, ...hidden.map((at) => line.slice(at))].map((part) => spacedOnce(withoutApostrophes(part))).join(' ')
}

/** A line with a space before each start of a word, and none where no word starts: there is a comma, which no typed word holds. */
function spacedOnce(line: string): string {
  const starts = [0, ...startingAt(line)]
  const parts = starts.map((at, i) => line.slice(at, starts[i + 1]))
  return parts.join(' ').replace(/@.*/s, (rest) => rest.replaceAll(/\s/g, ','))
}

/** Where the words of a line start; what follows the sign in an email holds none. */
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
