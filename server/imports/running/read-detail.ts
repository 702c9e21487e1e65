import type { ImportField } from '../../../contract/imports/fields.ts'
import type { CellProblemCode } from '../../../contract/imports/problems.ts'

/** What is wrong with a detail, or was left out of it, at the first of these fields that has a column. */
export interface FieldProblem {
  fields: readonly ImportField[]
  code: CellProblemCode
  value?: string | number
}

/** A detail with what is wrong with it, for which the row waits, and what of it is left out or read otherwise. */
export interface ReadDetail<T> {
  value: T | null
  problems: FieldProblem[]
  notes: FieldProblem[]
}
