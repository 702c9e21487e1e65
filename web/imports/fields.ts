import type { ImportField } from '../../contract/imports/fields.ts'
import type { FileImport } from '../../contract/imports/import.ts'

/** Without these nobody can be told from others. */
export const neededFields = ['firstName', 'lastName', 'dateOfBirth'] as const satisfies readonly ImportField[]

/** The fields with times, for which the clock is asked. */
export const timeFields: readonly ImportField[] = ['performedAt', 'orderedAt', 'reportedAt']

export function hasNeededColumns({ columns }: NonNullable<FileImport['head']>): boolean {
  return neededFields.every((field) => columns.some((column) => column?.field === field))
}
