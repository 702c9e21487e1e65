import * as z from 'zod/mini'
import { codeText, rule } from '../schema.ts'
import { readUnspaced } from './written-characters.ts'
import { inviteCodeLength } from '../limits-and-times.ts'

/** Letters and digits that cannot be confused: no I, L, O, U, 0 or 1. */
export const inviteCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An invite code as typed or pasted, in any case, with spaces or dashes; read as 24 capitals and digits. */
export const inviteCode = typedCode(inviteCodeLength)

/**
 * A code of a number of capitals and digits, as typed or pasted: in any case, with spaces, dashes or other characters
 * that were copied with it.
 */
export function typedCode(length: number) {
  return z.pipe(
    z.pipe(
      codeText(100),
      z.transform((typed) => withoutMarks(typed)),
    ),
    codeText(100).check(rule('length', (code) => code.length === length, { length })),
  )
}

const codeAtEnd = new RegExp(`(?:^|[^A-Z\\d])([${inviteCodeAlphabet}]{${inviteCodeLength}})$`)

/**
 * Finds the code of an invite at the end of its address, in any case. The other characters of the address do not matter, because a
 * scanner that is set to another keyboard writes them otherwise.
 */
export function inviteCodeIn(text: string): string | undefined {
  return codeAtEnd.exec(text.trim().toUpperCase())?.[1]
}

/** Keeps only the letters and digits of a code, which other copied characters, such as a full stop, are no part of. */
export function withoutMarks(typed: string): string {
  return readUnspaced(typed)
    .replaceAll(/[\p{P}\p{S}]/gu, '')
    .toUpperCase()
}
