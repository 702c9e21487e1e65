/**
 * What tells a person from somebody else with the same names and date of birth. What a row and somebody else both have, and
 * nothing of it agrees, they differ in.
 */
export const facets = [
  'localId',
  'nhsNumber',
  'email',
  'middleName',
  'suffix',
  'sex',
  'telephone',
  'address',
  'role',
  'guardian',
  'race',
  'ethnicity',
] as const
export type Facet = (typeof facets)[number]
