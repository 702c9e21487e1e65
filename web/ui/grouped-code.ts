import { withoutMarks } from '../../contract/rules/invite-code.ts'

/** What stands in the field of a code, and where the caret is in it. */
export interface GroupedCode {
  text: string
  caret: number
}

/** A code's characters without what only makes it readable: spaces, dashes and small letters. */
export function plainCode(typed: string): string {
  return withoutMarks(typed)
}

/** A code as it was typed or pasted, in groups of four; the caret stays behind the character that it was behind. */
export function groupCode(typed: string, caret = typed.length): GroupedCode {
  const before = plainCode(typed.slice(0, caret)).length
  return {
    text: (plainCode(typed).match(/.{1,4}/g) ?? []).join(' '),
    caret: before + Math.floor(Math.max(before - 1, 0) / 4),
  }
}
