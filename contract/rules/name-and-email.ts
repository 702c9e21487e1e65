import * as z from 'zod/mini'
import { rule, text } from '../schema.ts'

/**
 * What a mail program would make a link of: a scheme, an email, or a domain. A full stop before a capital letter is none,
 * because people write St.John and J.R.Smith.
 */
const address = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{Ll}{2,}/u

/** A name that people choose for themselves. Mails to any address say it: it must not carry a link. */
export const chosenName = text(100).check(rule('nameIsAddress', (name: string) => !address.test(name)))

/** An email address of at most 254 characters, without outer white space. Compared without regard to case. */
export const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254), z.email())
