import { withoutMarks } from '../../contract/rules/invite-code.ts'

/** The text of a code field, and the caret's position in it. */
export interface GroupedCode {
  text: string
  caret: number
}

/** Removes spaces and dashes from a code and capitalises its letters. */
export function plainCode(typed: string): string {
  return withoutMarks(typed)
}

/** Puts a typed or pasted code into groups of four; the caret stays after the same character. */
export function groupCode(typed: string, caret = typed.length): GroupedCode {
  const before = plainCode(typed.slice(0, caret)).length
  return {
    text: (plainCode(typed).match(/.{1,4}/g) ?? []).join(' '),
    caret: before + Math.floor(Math.max(before - 1, 0) / 4),
  }
}
