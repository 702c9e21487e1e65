import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import { foldedId } from '../../../contract/rules/folding.ts'
import { keyOfNames, type FormerIdentity } from '../../subjects/service.ts'

/** What somebody is known by: without an id now, with one before a merge. */
export interface KnownBy extends Pick<FormerIdentity, 'email' | 'localId' | 'nhsNumber' | 'dateOfBirth'> {
  id: string | null
  /** The sort key of the names; null for somebody without. */
  nameKey: string | null
}

/** What somebody was known by who was merged. */
export function knownBefore({ firstName, lastName, ...former }: FormerIdentity): KnownBy {
  return { ...former, nameKey: lastName === null ? null : keyOfNames({ firstName, lastName }) }
}

/**
 * Tells which of those who were merged into somebody a row is of, by its names with the date of birth and by its IDs. Null if it is of
 * whoever was kept, or if that cannot be told because it may be of either.
 */
export function formerMeant(person: ImportedPerson, own: KnownBy, former: readonly KnownBy[]): string | null {
  const all = [own, ...former]
  const nameKey = keyOfNames(person)
  const named = all.filter((known) => known.nameKey === nameKey && known.dateOfBirth === person.dateOfBirth)
  const identified = all.filter((known) => hasIdOf(person, known))
  const both = named.filter((known) => identified.includes(known))
  const isContrary = both.length === 0 && named.length > 0 && identified.length > 0
  const [only, another] = both.length > 0 ? both : isContrary ? [] : [...named, ...identified]
  return only === undefined || another !== undefined ? null : only.id
}

/** The columns in which a row may tell of somebody by what they were known by before a merge. */
export type KeyField = 'lastName' | 'emails' | 'localId' | 'nhsNumber'

/** Tells how much of what a row has in such a column is that of somebody: of names and date of birth, each counts. */
export function isLike(person: ImportedPerson, known: KnownBy, field: KeyField): number {
  if (field !== 'lastName') return Number(hasIdOf({ ...noIds, [field]: person[field] }, known))
  return Number(known.nameKey === keyOfNames(person)) + Number(known.dateOfBirth === person.dateOfBirth)
}

const noIds = { emails: [], localId: null, nhsNumber: null }

function hasIdOf(
  { emails, localId, nhsNumber }: Pick<ImportedPerson, 'emails' | 'localId' | 'nhsNumber'>,
  known: KnownBy,
): boolean {
  const email = known.email?.toLowerCase()
  const isSame = (one: string | null, other: string | null) =>
    one !== null && other !== null && foldedId(one) === foldedId(other)
  return (
    emails.some((one) => one.toLowerCase() === email) ||
    isSame(localId, known.localId) ||
    isSame(nhsNumber, known.nhsNumber)
  )
}
