import type { WholeIdentity } from './subject.ts'

/** What a subject is found and ordered by. */
export type Identity = Omit<WholeIdentity, 'dateOfBirth'>

/** A text as it is searched: in small letters, without the marks over them, so that "jose" finds José. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** What a list of subjects is ordered by: last name and first name, else the email, else the custom IDs. */
export function nameKeyOf({ email, firstName, lastName, customId1, customId2 }: Identity): string {
  return folded(joined(lastName, firstName) || email || joined(customId1, customId2))
}

/**
 * What a subject is found by: its name, email and IDs, folded, each from the start of every word to its end. What follows
 * the sign in an email is everybody's, and finds nobody.
 */
export function searchWordsOf(identity: Identity): string[] {
  return [...new Set(linesOf(identity).flatMap(startsOf))]
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
  const all = lines.map(spaced).join(' ')
  const whole = new TextEncoder().encode(all).length > longestWhole ? null : all
  return [...new Set(lines.flatMap(startsOf))].map((word) => ({ word, whole }))
}

/** What the whole of a subject holds just when one of its words begins with this one that was typed. */
export function inWhole(typedWord: string): string {
  return spaced(typedWord)
}

function linesOf({ email, firstName, lastName, localId, customId1, customId2 }: Identity): string[] {
  const lines = [joined(firstName, lastName), email, localId, customId1, customId2]
  return lines.flatMap((line) => (line === null || line === '' ? [] : [folded(line)]))
}

/** The words that somebody typed to find a subject, of which each must be the start of one of its words. */
export function typedWordsOf(search: string): string[] {
  const words = folded(search).split(/[\s,]+/)
  return [...new Set(words.map((word) => startsOf(word)[0] ?? ''))].filter((word) => word !== '')
}

const endsWord = new Set(" \t.,@-_+'()/")

function startsOf(line: string): string[] {
  return startingAt(line).map((at) => line.slice(at))
}

/** A line with a space before each start of a word, and none where no word starts: there is a comma, which no typed word holds. */
function spaced(line: string): string {
  const starts = [0, ...startingAt(line)]
  const parts = starts.map((at, i) => line.slice(at, starts[i + 1]))
  return parts.join(' ').replace(/@.*/s, (rest) => rest.replaceAll(/\s/g, ','))
}

/** Where the words of a line start; what follows the sign in an email holds none. */
function startingAt(line: string): number[] {
  const starts: number[] = []
  let isStart = true
  for (let i = 0; i < line.length; i += 1) {
    const isEnd = endsWord.has(line.charAt(i))
    if (isStart && !isEnd) starts.push(i)
    if (line.charAt(i) === '@') break
    isStart = isEnd
  }
  return starts
}

function joined(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' ')
}
