/**
 * The kinds of details of a person that a tenant may keep beside what identifies the person, in the order of forms. None
 * is kept unless the tenant chooses it.
 */
export const detailKinds = [
  'role',
  'unit',
  'sex',
  'race',
  'ethnicity',
  'language',
  'telephones',
  'address',
  'guardian',
  'nhsNumber',
  'consent',
] as const
export type DetailKind = (typeof detailKinds)[number]

/**
 * What a tenant's subjects are identified by: email and date of birth (spec §3), or both names and date of birth, with
 * or without an email.
 */
export const identifiers = ['email', 'names'] as const
export type IdentifiesBy = (typeof identifiers)[number]
