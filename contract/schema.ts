import * as z from 'zod/mini'
import type { RulePhrase } from './phrases/message-of.ts'
import {
  hasLetterOrDigit,
  isReadable,
  isShownEverywhere,
  readIdentifier,
  readLine,
  readProse,
  readSeen,
  readUnspaced,
  withoutControls,
} from './rules/written-characters.ts'

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

const readable = rule('hiddenCharacters', isReadable)

/**
 * The one way to say that a request holds text: at most `max` characters once it is `read`, which says what of the text is
 * meant; without that it stays as it was sent. What cannot be stored is refused. `contract/endpoints.test.ts` finds a text of a
 * request that was not made here.
 */
export function anyText(max: number, read: (value: string) => string = (value) => value) {
  // What is far too long is not read at all: it is refused, and reading it would take time.
  const readBounded = (value: string) => (value.length > 2 * max + 1000 ? value : read(value))
  return z.string().check(readable, z.overwrite(readBounded), z.maxLength(max))
}

const shownEverywhere = () => rule('hiddenCharacters', isShownEverywhere)
const named = () => rule('letterOrDigit', (value: string) => value === '' || hasLetterOrDigit(value))

/** A name or a place on one line: at most `max` characters, and at least one letter or digit. */
export function text(max: number) {
  return anyText(max, readLine).check(z.minLength(1), shownEverywhere(), named())
}

/** A `text` that may be left empty, which means null. */
export function optionalText(max: number) {
  return leftOutIsNull(clearableText(max))
}

/** As `optionalText`, in a change that may leave it out: then it stays as it is. */
export function clearableText(max: number) {
  return clearable(anyText(max, readLine).check(shownEverywhere(), named()))
}

/** What something is told from others by, such as the tag of an animal: as a `text`, in the one form in which it is compared. */
export function identifier(max: number) {
  return anyText(max, readIdentifier).check(z.minLength(1), shownEverywhere(), named())
}

/** An `identifier` that may be left empty, which means null. */
export function optionalIdentifier(max: number) {
  return leftOutIsNull(clearable(anyText(max, readIdentifier).check(shownEverywhere(), named())))
}

/** What has a form of its own, such as a host or a colour: its rule says which. Each sign of it counts. */
export function formalText(max: number) {
  return anyText(max, readIdentifier)
}

/** A number or a code of a form of its own, which people may write with spaces in it. */
export function codeText(max: number) {
  return anyText(max, readUnspaced)
}

/** What a link carries. Its form is not judged: what can be no part of a link is read as nothing, and so as an unknown one. */
export function linkText() {
  const read = (sent: string) => (isReadable(sent) && sent.length <= 500 ? readUnspaced(sent) : '')
  return z.string().check(z.overwrite(read), readable, z.maxLength(500))
}

/** One line of a form of its own, in which each space counts, such as a pattern. */
export function plainLine(max: number) {
  return anyText(max, readSeen).check(shownEverywhere())
}

/** A note in somebody's own words, on as many lines as they like; leaving it empty means null. */
export function optionalProse(max: number) {
  return leftOutIsNull(clearableProse(max))
}

/** As `optionalProse`, in a change that may leave it out: then it stays as it is. */
export function clearableProse(max: number) {
  return clearable(anyText(max, readProse))
}

/** A text in somebody's own words, on as many lines as they like: 1 to `max` characters. */
export function prose(max: number) {
  return anyText(max, readProse).check(z.minLength(1))
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
export const id = codeText(36).check(z.uuid(), z.toLowerCase())

/** Ids of rows, each once, at most so many. */
export function ids(max: number) {
  return z.array(id).check(
    z.maxLength(max),
    rule('malformed', (list) => new Set(list).size === list.length),
  )
}

/** Text that is still being typed: as it is but for control characters, and at most `max` characters. */
export function typedText(max: number) {
  return anyText(max, withoutControls)
}

/** What somebody types or pastes to find something: at most `max` characters that are seen, as they are kept elsewhere. */
export function searchText(max: number) {
  return anyText(max, readLine)
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
