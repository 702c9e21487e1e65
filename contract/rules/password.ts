import * as z from 'zod/mini'
import { rule } from '../schema.ts'

/** A new password: 10 to 128 characters, no white space, three of four classes (spec §5). */
export const newPassword = z.string().check(z.minLength(1), z.maxLength(128), rule('password', isStrongPassword))

const classes = [/\p{Nd}/u, /\p{Lu}/u, /\p{Ll}/u, /[^\p{L}\p{Nd}\s]/u]

/** Whether a password meets spec §5's rule. */
function isStrongPassword(password: string): boolean {
  if ([...password].length < 10 || [...password].length > 128 || /\s/.test(password)) return false
  return classes.filter((pattern) => pattern.test(password)).length >= 3
}
