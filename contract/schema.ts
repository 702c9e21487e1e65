import * as z from 'zod/mini'
import type { RulePhrase } from './phrases/message-of.ts'
import { composed, hasLetterOrDigit, isPlainLine, isPlainProse, withoutHidden } from './rules/written-characters.ts'

/**
 * Building blocks shared by the contract's schemas. A check names its phrase in `params.phrase`, with what the phrase
 * needs, and `messageOf` turns an issue into words; so a limit and its message live once.
 */
export function rule<T>(
  phrase: RulePhrase,
  isValid: (value: T) => boolean,
  values: Record<string, string | number> = {},
): z.core.$ZodCheck<T> {
  return z.refine(isValid, { params: { phrase, values } })
}

/** Any text of people is read without outer white space, and composed. */
const tidied = () => [z.trim(), z.overwrite(composed)] as const

/** Nothing hidden, on one line: for text that is not what `text` takes, such as a pattern. */
export const plainLine = () => rule('hiddenCharacters', isPlainLine)
const plainProse = () => rule('hiddenCharacters', isPlainProse)
const named = () => rule('letterOrDigit', (value: string) => value === '' || hasLetterOrDigit(value))

/** A name, an ID or a place on one line: at most `max` characters, none hidden, and at least one letter or digit. */
export function text(max: number) {
  return z.string().check(...tidied(), z.minLength(1), z.maxLength(max), plainLine(), named())
}

/** A `text` that may be left empty, which means null. */
export function optionalText(max: number) {
  return leftOutIsNull(clearableText(max))
}

/** As `optionalText`, in a change that may leave it out: then it stays as it is. */
export function clearableText(max: number) {
  return clearable(z.string().check(...tidied(), z.maxLength(max), plainLine(), named()))
}

/** A note in somebody's own words, on as many lines as they like; leaving it empty means null. */
export function optionalProse(max: number) {
  return leftOutIsNull(clearableProse(max))
}

/** As `optionalProse`, in a change that may leave it out: then it stays as it is. */
export function clearableProse(max: number) {
  return clearable(z.string().check(...tidied(), z.maxLength(max), plainProse()))
}

/** A text in somebody's own words, on as many lines as they like: 1 to `max` characters. */
export function prose(max: number) {
  return z.string().check(...tidied(), z.minLength(1), z.maxLength(max), plainProse())
}

/** What may be left empty or out, which means null. */
export function emptyIsNull(words: z.ZodMiniType<string, string>) {
  return leftOutIsNull(clearable(words))
}

/** What must be sent and may be empty, which means null. */
export function clearable(words: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.union([z.null(), z.literal(''), words]),
    z.transform((value) => (value === '' ? null : value)),
  )
}

function leftOutIsNull(words: ReturnType<typeof clearable>) {
  return z._default(words, null)
}

/** A UUID, in lower case whatever was sent: it also names files. */
export const id = z.uuid().check(z.toLowerCase())

/** Ids of rows, each once, at most so many. */
export function ids(max: number) {
  return z.array(id).check(
    z.maxLength(max),
    rule('malformed', (list) => new Set(list).size === list.length),
  )
}

/** Text that is still being typed: as it is, and at most `max` characters. */
export function typedText(max: number) {
  return z.string().check(z.maxLength(max), plainProse())
}

/** What somebody types or pastes to find or to prove something: at most `max` characters that are seen, as they are kept elsewhere. */
export function searchText(max: number) {
  return z.string().check(z.overwrite(withoutHidden), ...tidied(), z.maxLength(max))
}

/** An instant of the years 1 to 9999 as ISO 8601 with offset or Z; read as the same instant with Z, in milliseconds. */
export const instant = z.pipe(
  z.iso
    .datetime({ offset: true })
    .check(rule('malformed', (value) => isStorableYear(new Date(value).getUTCFullYear()))),
  z.transform((value) => new Date(value).toISOString()),
)

/** PostgreSQL has no year 0, and ISO 8601 has four digits for a year. */
function isStorableYear(year: number): boolean {
  return year >= 1 && year <= 9999
}

/** A calendar day as YYYY-MM-DD; 31 February is refused. Never an instant: it does not move with a time zone. */
export const day = z.iso.date().check(rule('malformed', (value) => isStorableYear(Number(value.slice(0, 4)))))

export function dataOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({ data: item })
}
