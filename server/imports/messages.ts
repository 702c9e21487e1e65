import {
  phraseOfFileProblem,
  phraseOfProblem,
  type CellProblem,
  type FileProblem,
} from '../../contract/imports/problems.ts'
import { isRequiredField, phraseOfField } from '../../contract/imports/required-fields.ts'
import type { Translate } from '../platform/phrases.ts'

/** What is wrong with a cell, in the reader's language. */
export function messageOfCell({ code, value, differs }: CellProblem, words: Translate): string {
  if (differs !== undefined) {
    const named = differs.map((facet) => words(`personParts:${facet}`)).join(', ')
    return value === undefined
      ? words('imports:problem.mayBeTwo', { differs: named })
      : words('imports:problem.mayBeTwoInFile', { differs: named, value })
  }
  const named = typeof value === 'string' && isRequiredField(value) ? words(phraseOfField(value)) : value
  return words(phraseOfProblem(code), named === undefined ? {} : { value: named })
}

/** Why a file cannot be read, in the reader's language. */
export function messageOfFile({ code, value }: FileProblem, words: Translate): string {
  return words(phraseOfFileProblem(code), value === undefined ? {} : { value })
}
