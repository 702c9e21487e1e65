import { birthParts, importFieldGroups, type ImportField } from '../../contract/imports/fields.ts'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'
import type { IdentifiesBy } from '../../contract/subjects/detail-kinds.ts'

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

/** True if people are identified by their email here and no column holds emails, so that nobody new can be made of the rows. */
export function lacksEmails(columns: readonly (ImportField | null)[], identifiesBy: IdentifiesBy): boolean {
  return identifiesBy === 'email' && !columns.includes('emails')
}

/** What is wrong with a row itself. That it has no email is said once for a file without a column of emails. */
export function ownProblems({ problems }: Pick<ImportRow, 'problems'>): ImportRow['problems'] {
  return problems.filter(({ code, column }) => code !== 'emailNeeded' || column !== null)
}

/**
 * The fields that no column holds although all rows wait for them, or nothing is made of what other columns say: without results a file
 * is one of people.
 */
export function lackingFields({ columns }: NonNullable<FileImport['head']>) {
  const has = (...fields: readonly ImportField[]) => columns.some((column) => column && fields.includes(column.field))
  const isOfTests = has(...importFieldGroups.test.filter((field) => !ofPeopleToo.includes(field)))
  return [
    ...(isOfTests && !has('result') ? (['result'] as const) : []),
    ...(has('result') && !has('performedAt', 'orderedAt') ? (['performedAt'] as const) : []),
  ]
}

/** What a list of people may say as well. */
const ofPeopleToo: readonly ImportField[] = ['facility', 'note', 'laboratory', 'submitter']
