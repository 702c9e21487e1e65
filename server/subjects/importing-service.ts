import { v7 as newId } from 'uuid'
import { nameKeyOf, searchRowsOf } from '../../contract/subjects/search-words.ts'
import { Again } from '../access/door/door.ts'
import type { ActorScope } from '../access/scope.ts'
import { isTaken } from '../platform/database.ts'
import {
  eraseUnused,
  findAcquainted,
  findIdHolders,
  holdSubjects,
  insertPeople,
  type Acquainted,
  type ImportedDetails,
  type IdHolder,
  type Sought,
  type SoughtId,
} from './batch-repository.ts'
import { link } from './linking-service.ts'

export { type Acquainted, type IdHolder, type ImportedDetails, type SoughtId } from './batch-repository.ts'

/** A person of a file who is to be made in a group. The date of birth is YYYY-MM-DD. */
export interface ImportedSubject {
  groupId: string
  organisationId: string
  email: string | null
  /** Null for somebody of one name. */
  firstName: string | null
  lastName: string
  dateOfBirth: string
  localId: string | null
  details: ImportedDetails | null
}

/** Finds whom the groups know by these names and dates of birth, or by these emails. */
export function findKnownPeople(scope: ActorScope, sought: readonly Sought[]): Promise<Acquainted[]> {
  return findAcquainted(scope, sought)
}

/** Finds which people of the groups are known by these IDs, now or before a merge. */
export async function findHoldersOfIds(scope: ActorScope, sought: readonly SoughtId[]): Promise<IdHolder[]> {
  return sought.length === 0 ? [] : findIdHolders(scope, sought)
}

/** The sort key of a person with these names, which is equal for different spellings. */
export function keyOfNames(names: { firstName: string | null; lastName: string }): string {
  return nameKeyOf({ ...nothing, ...names })
}

/** Keeps these subjects from being merged until the transaction ends. Throws `Again` if one was merged meanwhile. */
export async function holdPeople(scope: ActorScope, ids: readonly string[]): Promise<void> {
  const held = await holdSubjects(scope, ids)
  if (held.length < ids.length) throw new Again('Somebody was merged or erased')
}

/**
 * Makes these people in the actor's name, and returns their ids in the same order. The caller has checked that no group knows
 * them. Patients who registered before see what is recorded for them, as when somebody is added by hand. Throws `Again` if a group got to know one meanwhile.
 */
export async function makePeople(scope: ActorScope, people: readonly ImportedSubject[]): Promise<string[]> {
  const rows = people.map(({ groupId, organisationId, details, ...person }) => ({
    id: newId(),
    group_id: groupId,
    organisation_id: organisationId,
    email: person.email,
    date_of_birth: person.dateOfBirth,
    first_name: person.firstName,
    last_name: person.lastName,
    local_id: person.localId,
    name_key: nameKeyOf({ ...nothing, ...person }),
    words: searchRowsOf({ ...nothing, ...person }),
    details,
  }))
  await insertPeople(scope, rows).catch((error: unknown) => {
    throw isTaken(error) ? new Again('A group got to know somebody') : error
  })
  const withEmail = rows.flatMap(({ id, email }) => (email === null ? [] : [id]))
  if (withEmail.length > 0) await link(scope, { subjectIds: withEmail })
  return rows.map(({ id }) => id)
}

/** Erases those of these people who are as they were made and whom nothing else uses, and returns their ids. */
export function eraseUnusedPeople(scope: ActorScope, subjectIds: readonly string[]): Promise<string[]> {
  return eraseUnused(scope, subjectIds)
}

const nothing = { email: null, localId: null, customId1: null, customId2: null }
