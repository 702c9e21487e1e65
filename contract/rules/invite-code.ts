import * as z from 'zod/mini'
import { rule } from '../schema.ts'

/** How many characters an invite code has (spec §9). */
export const inviteCodeLength = 24

/** Letters and digits that are not mistaken for one another: no I, L, O, U, 0 or 1. */
export const inviteCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An invite code as it was typed or pasted, in any case, with spaces or dashes; read as 24 capitals and digits. */
export const inviteCode = typedCode(inviteCodeLength)

/** A code of so many capitals and digits, as it was typed or pasted: in any case, with spaces or dashes. */
export function typedCode(length: number) {
  return z.pipe(
    z.pipe(
      z.string().check(z.maxLength(100)),
      z.transform((typed) => typed.replaceAll(/[\s\p{Dash}]/gu, '').toUpperCase()),
    ),
    z.string().check(rule('length', (code) => code.length === length, { length })),
  )
}
