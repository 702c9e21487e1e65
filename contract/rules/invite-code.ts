import * as z from 'zod/mini'
import { codeText, rule } from '../schema.ts'
import { readUnspaced } from './written-characters.ts'

/** How many characters an invite code has (spec §9). */
export const inviteCodeLength = 24

/** Letters and digits that are not mistaken for one another: no I, L, O, U, 0 or 1. */
export const inviteCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An invite code as it was typed or pasted, in any case, with spaces or dashes; read as 24 capitals and digits. */
export const inviteCode = typedCode(inviteCodeLength)

/** A code of so many capitals and digits, as it was typed or pasted: in any case, with spaces, dashes or what else was copied with it. */
export function typedCode(length: number) {
  return z.pipe(
    z.pipe(
      codeText(100),
      z.transform((typed) => withoutMarks(typed)),
    ),
    codeText(100).check(rule('length', (code) => code.length === length, { length })),
  )
}

/** The letters and digits of a code, of which it is made: what was copied with it, such as a full stop, is no part of it. */
export function withoutMarks(typed: string): string {
  return readUnspaced(typed)
    .replaceAll(/[\p{P}\p{S}]/gu, '')
    .toUpperCase()
}
