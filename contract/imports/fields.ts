/** What a column of an imported file can hold about the person. */
const personFields = [
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
  'notes',
  'facilities',
] as const

/** What a column of an imported file can hold about the test. Every row of a file with results is about one person. */
const testFields = [
  'performedAt',
  'orderedAt',
  'reportedAt',
  'condition',
  'testCode',
  'result',
  'correction',
  'correctionReason',
  'deviceName',
  'deviceManufacturer',
  'deviceModel',
  'specimen',
  'symptoms',
  'symptomOnset',
  'facility',
  'laboratory',
  'submitter',
  'accession',
  'note',
] as const

export const importFields = [...personFields, ...testFields] as const
export type ImportField = (typeof importFields)[number]

/** A column whose cells are read. `condition` is the disease of a column that holds the results of one alone. */
export interface ImportColumn {
  field: ImportField
  condition?: string
}
