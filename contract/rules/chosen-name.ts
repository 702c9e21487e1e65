import { rule, text } from '../schema.ts'

/**
 * What a mail program would make a link of: a scheme, an email, or a domain. A full stop before a capital letter is none,
 * because people write St.John and J.R.Smith.
 */
const address = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{Ll}{2,}/u

/** A name that people choose for themselves. Mails to any address say it: it must not carry a link. */
export const chosenName = text(100).check(rule('nameIsAddress', (name: string) => !address.test(name)))
