import type { ImportHead } from '../../../contract/imports/import.ts'
import type { ImportField } from '../../../contract/imports/fields.ts'
import type { CellProblem, CellProblemCode } from '../../../contract/imports/problems.ts'

/** Builds problems at the columns of fields; a field without a column is a problem of the whole row. */
export function problemsOf({ columns }: ImportHead) {
  return (code: CellProblemCode, ...fields: ImportField[]): CellProblem => {
    for (const field of fields) {
      const column = columns.findIndex((one) => one?.field === field)
      if (column !== -1) return { column, code }
    }
    return { column: null, code }
  }
}
export type ProblemAt = ReturnType<typeof problemsOf>
