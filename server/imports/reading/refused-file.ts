import type { FileProblem, FileProblemCode } from '../../../contract/imports/problems.ts'

/** A file that cannot be read at all. */
export class RefusedFile extends Error {
  readonly problem: FileProblem

  constructor(code: FileProblemCode, value?: string | number) {
    super(code)
    this.name = 'RefusedFile'
    this.problem = value === undefined ? { code } : { code, value }
  }
}
