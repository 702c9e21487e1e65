import { facets } from '../imports/facets.ts'

/** What two people can have in common or differ in: their names, their date of birth, and all else that tells people apart. */
export const personParts = ['firstName', 'lastName', 'dateOfBirth', ...facets] as const
export type PersonPart = (typeof personParts)[number]

/** The fields of a subject in requests at which it is said that two people differ; only files tell the last two. */
export const fieldOfPart: Readonly<Record<PersonPart, string>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  dateOfBirth: 'dateOfBirth',
  localId: 'localId',
  email: 'email',
  nhsNumber: 'details.nhsNumber',
  sex: 'details.sex',
  telephone: 'details.telephones',
  address: 'details.address',
  role: 'details.role',
  guardian: 'details.guardian',
  race: 'details.race',
  ethnicity: 'details.ethnicity',
  middleName: 'middleName',
  suffix: 'suffix',
}
