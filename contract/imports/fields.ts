/**
 * What a column of an imported file can hold about the person and about the test, each in the order in which people know it.
 * Every row of a file with results is about one person.
 */
export const importFieldGroups = {
  person: [
    'firstName',
    'middleName',
    'lastName',
    'suffix',
    'dateOfBirth',
    'birthDay',
    'birthMonth',
    'birthYear',
    'localId',
    'emails',
    'phones',
    'phoneType',
    'mobiles',
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
    'unit',
    'room',
    'healthcareWorker',
    'congregateResident',
    'facilities',
    'guardianName',
    'guardianRelation',
    'guardianEmail',
    'guardianPhone',
    'nhsNumber',
    'notes',
  ],
  test: [
    'performedAt',
    'performedTime',
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
} as const

/** The columns of a date of birth that stands in three. */
export const birthParts = ['birthDay', 'birthMonth', 'birthYear'] as const satisfies readonly ImportField[]

/** The fields of days and times, besides those of parts of them. */
export const dateFields = [
  'dateOfBirth',
  'performedAt',
  'orderedAt',
  'reportedAt',
  'symptomOnset',
] as const satisfies readonly ImportField[]

export const importFields = [...importFieldGroups.person, ...importFieldGroups.test] as const
export type ImportField = (typeof importFields)[number]

/** A column whose cells are read. `condition` is the disease of a column that holds the results of one alone. */
export interface ImportColumn {
  field: ImportField
  condition?: string
}
