import * as z from 'zod/mini'
import { anyText, rule, text } from '../schema.ts'
import { readIdentifier } from './written-characters.ts'

/**
 * Text that a mail program would turn into a link: a scheme, an email, or a domain. A full stop before a capital letter
 * is allowed, because people write St.John and J.R.Smith.
 */
const address = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{Ll}{2,}/u

/** A name that people choose for themselves. Emails to any address contain it, so it must not carry a link. */
export const chosenName = text(100).check(rule('nameIsAddress', (name: string) => !address.test(name)))

/** A possible email address, as typed or copied. */
export const addressText = anyText(254, meantEmail)

/** An email address of at most 254 characters, compared case-insensitively. */
export const email = addressText.check(z.minLength(1), z.email())

/**
 * Extracts the intended address from text that mail programs copy: with a name before it (`Jo Green <jo@example.org>`),
 * from a link, or with punctuation after it. Text with several addresses stays unchanged, because none is more likely
 * than another.
 */
export function meantEmail(typed: string): string {
  const read = withoutMarkBehind(readIdentifier(typed))
  const [, inBrackets = read] = /^[^<>]*< ?([^<>]*)>$/.exec(read) ?? []
  const [, linked = inBrackets] = /^mailto: ?([^?]*)/i.exec(inBrackets) ?? []
  return withoutMarkBehind(linked)
}

function withoutMarkBehind(text: string): string {
  return /^(.*[^.,; ])?[.,; ]*$/.exec(text)?.[1] ?? ''
}
