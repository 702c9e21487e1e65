import type { ImportField } from '../../contract/imports/fields.ts'
import type { FileImport } from '../../contract/imports/import.ts'

/** Without these nobody can be told from others. */
export const neededFields = ['firstName', 'lastName', 'dateOfBirth'] as const satisfies readonly ImportField[]

/** What a column can be, in two groups, in the order in which people know it. */
export const fieldGroups = {
  person: [
    'firstName',
    'middleName',
    'lastName',
    'suffix',
    'dateOfBirth',
    'localId',
    'emails',
    'phones',
    'phoneType',
    'streetAddress',
    'streetAddress2',
    'city',
    'state',
    'postcode',
    'county',
    'country',
    'sex',
    'race',
    'ethnicity',
    'language',
    'role',
    'healthcareWorker',
    'congregateResident',
    'facilities',
    'notes',
  ],
  test: [
    'performedAt',
    'result',
    'condition',
    'testCode',
    'deviceModel',
    'deviceName',
    'deviceManufacturer',
    'specimen',
    'facility',
    'submitter',
    'orderedAt',
    'reportedAt',
    'correction',
    'correctionReason',
    'symptoms',
    'symptomOnset',
    'laboratory',
    'accession',
    'note',
  ],
} as const satisfies Record<'person' | 'test', readonly ImportField[]>

/** The fields with times, for which the clock is asked. */
export const timeFields: readonly ImportField[] = ['performedAt', 'orderedAt', 'reportedAt']

export function hasNeededColumns({ columns }: NonNullable<FileImport['head']>): boolean {
  return neededFields.every((field) => columns.some((column) => column?.field === field))
}
