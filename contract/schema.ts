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
 * Building blocks of the contract's schemas. A check names its phrase in `params.phrase`, with the phrase's values, and
 * `messageOf` turns an issue into a message, so that each limit and its message are defined once.
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
 * The only way to declare text in a request: at most `max` characters after `read`, which extracts the intended text
 * and by default changes nothing. Text that cannot be stored is refused. `contract/endpoints.test.ts` finds request
 * texts that were not declared with this.
 */
export function anyText(max: number, read: (value: string) => string = (value) => value) {
  // A text that is far too long is refused without reading it, because that would take time.
  const readBounded = (value: string) => (value.length > 2 * max + 1000 ? value : read(value))
  return z.string().check(readable, z.overwrite(readBounded), z.maxLength(max))
}

const shownEverywhere = () => rule('hiddenCharacters', isShownEverywhere)
const named = () => rule('letterOrDigit', (value: string) => value === '' || hasLetterOrDigit(value))

/** A name or a place on one line: at most `max` characters, and at least one letter or digit. */
export function text(max: number) {
  return anyText(max, readLine).check(z.minLength(1), shownEverywhere(), named())
}

/** A `text` that may be empty, which means null. */
export function optionalText(max: number) {
  return leftOutIsNull(clearableText(max))
}

/** An `optionalText` in a change, which may omit it to leave it unchanged. */
export function clearableText(max: number) {
  return clearable(anyText(max, readLine).check(shownEverywhere(), named()))
}

/** An identifier, such as the tag of an animal: like a `text`, in the canonical form for comparison. */
export function identifier(max: number) {
  return anyText(max, readIdentifier).check(z.minLength(1), shownEverywhere(), named())
}

/** An `identifier` that may be empty, which means null. */
export function optionalIdentifier(max: number) {
  return leftOutIsNull(clearable(anyText(max, readIdentifier).check(shownEverywhere(), named())))
}

/** Text with a form of its own, such as a host or a colour, which its rule defines. Each character counts. */
export function formalText(max: number) {
  return anyText(max, readIdentifier)
}

/** A number or a code with a form of its own, in which people may write spaces. */
export function codeText(max: number) {
  return anyText(max, readUnspaced)
}

/**
 * The token of a link. Its form is not checked: characters that cannot be part of a link make it empty, and so unknown.
 */
export function linkText() {
  const read = (sent: string) => (isReadable(sent) && sent.length <= 500 ? readUnspaced(sent) : '')
  return z.string().check(z.overwrite(read), readable, z.maxLength(500))
}

/** One line with a form of its own, in which each space counts, such as a pattern. */
export function plainLine(max: number) {
  return anyText(max, readSeen).check(shownEverywhere())
}

/** A note of any number of lines; empty means null. */
export function optionalProse(max: number) {
  return leftOutIsNull(clearableProse(max))
}

/** An `optionalProse` in a change, which may omit it to leave it unchanged. */
export function clearableProse(max: number) {
  return clearable(anyText(max, readProse))
}

/** A text of any number of lines: 1 to `max` characters. */
export function prose(max: number) {
  return anyText(max, readProse).check(z.minLength(1))
}

/** Makes a text optional; empty or omitted means null. */
export function emptyIsNull(words: z.ZodMiniType<string, string>) {
  return leftOutIsNull(clearable(words))
}

/** Makes a text required but possibly empty, which means null. */
export function clearable(words: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.union([z.null(), z.literal(''), words]),
    z.transform((value) => (value === '' ? null : value)),
  )
}

function leftOutIsNull(words: ReturnType<typeof clearable>) {
  return z._default(words, null)
}

/** A UUID, converted to lower case, because it also names files. */
export const id = codeText(36).check(z.uuid(), z.toLowerCase())

/** Ids of rows without duplicates, at most `max`. */
export function ids(max: number) {
  return z.array(id).check(
    z.maxLength(max),
    rule('malformed', (list) => new Set(list).size === list.length),
  )
}

/** Text that is still being typed: unchanged except for control characters, and at most `max` characters. */
export function typedText(max: number) {
  return anyText(max, withoutControls)
}

/** A search text: at most `max` visible characters, in the form in which texts are stored. */
export function searchText(max: number) {
  return anyText(max, readLine)
}

/**
 * An instant of the years 1 to 9999 as ISO 8601 with offset or Z; converted to the same instant with Z, in
 * milliseconds.
 */
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

/** A month as YYYY-MM, of the years 1900 to 9999. */
export const month = formalText(20).check(
  rule('malformed', (value) => /^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/.test(value)),
)

export function dataOf<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({ data: item })
}
