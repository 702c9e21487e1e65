import type { WholeIdentity } from '../../../contract/subjects/subject.ts'
import { parseBirthDate } from '../../ui/typed-date.ts'
import type { TypedSubject } from './draft.ts'

/**
 * What was typed of a new subject, to be compared with somebody who is known. The field of the email also takes other words, with
 * which it is searched, and a name counts if both parts are there, or if it is said that the person has one name.
 */
export function typedIdentity(typed: TypedSubject, format: string): Partial<WholeIdentity> {
  const { email, localId, dateOfBirth, customId1, customId2 } = typed
  const [firstName, lastName] = [typed.firstName.trim(), typed.lastName.trim()]
  const hasNames = lastName !== '' && (firstName !== '' || typed.hasOneName)
  return {
    ...(hasNames && { firstName: firstName || null, lastName }),
    email: email.includes('@') ? email.trim() : null,
    localId: localId.trim() || null,
    dateOfBirth: parseBirthDate(dateOfBirth, format) ?? null,
    customId1: customId1.trim() || null,
    customId2: customId2.trim() || null,
  }
}
