import { birthParts, type ImportField } from '../../contract/imports/fields.ts'
import type { FileImport } from '../../contract/imports/import.ts'

/** Without these nobody can be told from others. */
const neededFields = ['firstName', 'lastName', 'dateOfBirth'] as const satisfies readonly ImportField[]

/** The fields with times, for which the clock is asked. */
export const timeFields: readonly ImportField[] = ['performedAt', 'performedTime', 'orderedAt', 'reportedAt']

/** The needed fields that no column holds. The date of birth may stand in three. */
export function missingFields(columns: readonly (ImportField | null)[]): (typeof neededFields)[number][] {
  const hasParts = birthParts.every((part) => columns.includes(part))
  return neededFields.filter((field) => !columns.includes(field) && !(field === 'dateOfBirth' && hasParts))
}

export function hasNeededColumns({ columns }: NonNullable<FileImport['head']>): boolean {
  return missingFields(columns.map((column) => column?.field ?? null)).length === 0
}
