import * as z from 'zod/mini'
import { anyText, rule, text } from '../schema.ts'
import { readIdentifier } from './written-characters.ts'

/**
 * What a mail program would make a link of: a scheme, an email, or a domain. A full stop before a capital letter is none,
 * because people write St.John and J.R.Smith.
 */
const address = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{Ll}{2,}/u

/** A name that people choose for themselves. Mails to any address say it: it must not carry a link. */
export const chosenName = text(100).check(rule('nameIsAddress', (name: string) => !address.test(name)))

/** What may be an email address, as it was typed or copied. */
export const addressText = anyText(254, meantEmail)

/** An email address of at most 254 characters. Compared without regard to case. */
export const email = addressText.check(z.minLength(1), z.email())

/**
 * The address that is meant by what mail programs copy: with a name before it (`Jo Green <jo@example.org>`), out of a link, or with the mark
 * that stood behind it in a list or a sentence. Of several addresses none is meant more than another: they stay as they are.
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
