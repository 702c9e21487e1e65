/** What tells one person from another, inside a sentence. */
export const personParts = {
  firstName: 'first name',
  lastName: 'last name',
  dateOfBirth: 'date of birth',
  localId: 'local ID',
  nhsNumber: 'NHS number',
  email: 'email',
  middleName: 'middle name',
  suffix: 'suffix of the name',
  sex: 'sex',
  telephone: 'telephone',
  address: 'address',
  role: 'role',
  guardian: 'guardian',
  race: 'race',
  ethnicity: 'ethnicity',
} as const
