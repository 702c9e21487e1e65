import { noDetails, type PersonDetails } from '../../contract/subjects/details.ts'
import { recordDone } from '../access/audit/audit.ts'
import { Again } from '../access/door/door.ts'
import type { ActorScope } from '../access/scope.ts'
import { addIdentifiers } from './changes-repository.ts'
import { findDetails, knownKinds, storeDetails } from './details-repository.ts'
import { link } from './linking-service.ts'
import { lockSubjects, type LockedSubject } from './merging-repository.ts'

/** What later rows of a file tell of somebody whom the import has just made. */
export interface FilledPerson {
  subjectId: string
  email: string | null
  localId: string | null
  details: Partial<PersonDetails>
}

/**
 * Adds to people whom an import has just made what is not known of them yet. They stay as they were made, so that undoing the import
 * erases them. The caller has checked that no group knows somebody else by the emails. Throws `Again` if one got to know one meanwhile.
 */
export async function fillPeople(scope: ActorScope, filled: readonly FilledPerson[]): Promise<void> {
  if (filled.length === 0) return
  const ids = filled.map(({ subjectId }) => subjectId)
  const people = new Map((await lockSubjects(scope, [...new Set(ids)])).map((person) => [person.id, person]))
  for (const { subjectId, details, email, localId } of filled) {
    const person = people.get(subjectId)
    if (person === undefined) continue
    const identifiers = await fillIdentity(scope, person, { email, localId })
    const stored = await findDetails(scope, subjectId)
    const kinds = knownKinds({ ...noDetails, ...details }).filter((kind) => stored[kind] === null)
    if (kinds.length > 0) {
      const added = Object.fromEntries(kinds.map((kind) => [kind, details[kind] ?? null]))
      await storeDetails(scope, subjectId, { ...stored, ...added })
    }
    const fields = [...identifiers, ...kinds]
    if (fields.length > 0) await recordDone(scope, 'subject.changed', subjectId, { fields })
  }
}

/** Returns the fields that were filled, and keeps them with the person who is locked. */
async function fillIdentity(
  scope: ActorScope,
  person: LockedSubject,
  told: { email: string | null; localId: string | null },
): Promise<('email' | 'localId')[]> {
  const before = person.identity
  const fields = (['email', 'localId'] as const).filter((field) => before[field] === null && told[field] !== null)
  if (fields.length === 0) return fields
  person.identity = { ...before, email: before.email ?? told.email, localId: before.localId ?? told.localId }
  const hasNewEmail = fields.includes('email')
  if (!(await addIdentifiers(scope, person, hasNewEmail))) throw new Again('A group got to know somebody')
  if (hasNewEmail) await link(scope, { subjectIds: [person.id] })
  return fields
}
