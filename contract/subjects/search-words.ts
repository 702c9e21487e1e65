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
export function searchWordsOf({ email, firstName, lastName, localId, customId1, customId2 }: Identity): string[] {
  const lines = [joined(firstName, lastName), email, localId, customId1, customId2]
  return [...new Set(lines.flatMap((line) => startsOf(folded(line ?? ''))))]
}

/** The words that somebody typed to find a subject, of which each must be the start of one of its words. */
export function typedWordsOf(search: string): string[] {
  return [...new Set(folded(search).split(/[\s,]+/))].filter((word) => startsOf(word).length > 0)
}

const endsWord = new Set(" \t.,@-_+'()/")

function startsOf(line: string): string[] {
  const starts: string[] = []
  let isStart = true
  for (let i = 0; i < line.length; i += 1) {
    const isEnd = endsWord.has(line.charAt(i))
    if (isStart && !isEnd) starts.push(line.slice(i))
    if (line.charAt(i) === '@') break
    isStart = isEnd
  }
  return starts
}

function joined(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' ')
}
