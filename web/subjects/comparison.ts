import { folded } from '../../contract/rules/folding.ts'
import { subjectName, type SubjectDetails, type WholeIdentity } from '../../contract/subjects/subject.ts'

/** What two subjects are compared by. */
export type IdentityField = keyof WholeIdentity

/** What subjects of a kind are known by, in the order of their page. */
export function identityFields(kind: SubjectDetails['kind']): readonly IdentityField[] {
  return kind === 'human' ? ['firstName', 'lastName', 'dateOfBirth', 'email', 'localId'] : ['customId1', 'customId2']
}

/** What differs between two subjects: what both have and have otherwise, and what only one of them has. */
export function differencesOf(one: WholeIdentity, other: WholeIdentity, fields: readonly IdentityField[]) {
  const differing = fields.filter((field) => asCompared(field, one[field]) !== asCompared(field, other[field]))
  const isOneSided = (field: IdentityField) => !one[field] || !other[field]
  return {
    different: differing.filter((field) => !isOneSided(field)),
    onlyOne: differing.filter(isOneSided),
  }
}

/** Which of two subjects stays unless somebody chooses: the one with an account, else the one with more tests, else the first. */
export function keptByDefault(one: SubjectDetails, other: SubjectDetails): SubjectDetails {
  if ((one.account === null) !== (other.account === null)) return one.account === null ? other : one
  return other.tests > one.tests ? other : one
}

/** What two subjects are called beside each other: numbered where they have the same name. */
export function namesOf(one: SubjectDetails, other: SubjectDetails, nameless: string): readonly [string, string] {
  const [name, otherName] = [subjectName(one) ?? nameless, subjectName(other) ?? nameless]
  return name === otherName ? [`${name} (1)`, `${name} (2)`] : [name, otherName]
}

/** A name that reads the same is the same, and so is an ID; of an email capitals alone make no other. */
function asCompared(field: IdentityField, text: string | null): string {
  return field === 'email' ? (text ?? '').toLowerCase() : folded(text ?? '')
}
