import { folded, foldedId } from '../../contract/rules/folding.ts'
import type { SubjectDetails, WholeIdentity } from '../../contract/subjects/subject.ts'

export type IdentityField = keyof WholeIdentity

/** The identifying fields of a kind of subject, in the order of its page. */
export function identityFields(kind: SubjectDetails['kind']): readonly IdentityField[] {
  return kind === 'human' ? ['firstName', 'lastName', 'dateOfBirth', 'email', 'localId'] : ['customId1', 'customId2']
}

/**
 * The differences between two subjects: fields that both have with different values, and fields that only one of them
 * has.
 */
export function differencesOf(
  one: Partial<WholeIdentity>,
  other: Partial<WholeIdentity>,
  fields: readonly IdentityField[],
) {
  const differing = fields.filter((field) => asCompared(field, one[field]) !== asCompared(field, other[field]))
  const isOneSided = (field: IdentityField) => !one[field] || !other[field]
  return {
    different: differing.filter((field) => !isOneSided(field)),
    onlyOne: differing.filter(isOneSided),
  }
}

/**
 * Normalises a value for comparison. Names and IDs that read alike are equal, and so are local IDs as the server compares them;
 * emails differ by anything but capitals.
 */
function asCompared(field: IdentityField, text: string | null | undefined): string {
  if (field === 'email') return (text ?? '').toLowerCase()
  return field === 'localId' ? foldedId(text ?? '') : folded(text ?? '')
}
