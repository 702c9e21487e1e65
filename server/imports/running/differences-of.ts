import { isDeepStrictEqual } from 'node:util'
import {
  differenceFields,
  fieldsOfDifferences,
  isTakenField,
  type DifferenceField,
  type Differences,
  type DifferenceValues,
  type TakenField,
} from '../../../contract/imports/differences.ts'
import type { Facet } from '../../../contract/imports/facets.ts'
import { compareFacts, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import { folded } from '../../../contract/rules/folding.ts'
import type { PersonDetails } from '../../../contract/subjects/details.ts'
import type { ImportedDetails } from '../../subjects/service.ts'

/** What is stored of somebody who is known here, as it was before any row of the file. */
export interface Stored {
  facts: PersonFacts
  email: string | null
  localId: string | null
  details: PersonDetails
}

/** What a row says of its person. */
export interface SaidByRow {
  facts: PersonFacts
  email: string | null
  localId: string | null
  details: ImportedDetails | null
}

/** Words for not knowing, which say nothing else of anybody. */
const unsaid = new Set(['unknown', 'asked-unknown', 'not-stated'])

const facetOf: Readonly<Partial<Record<DifferenceField, Facet>>> = {
  address: 'address',
  sex: 'sex',
  race: 'race',
  ethnicity: 'ethnicity',
  role: 'role',
  nhsNumber: 'nhsNumber',
  email: 'email',
  localId: 'localId',
}

/**
 * Tells what a row says of somebody otherwise than it is stored here, or more; null if that is nothing. Other spellings of the
 * same are no difference, and neither is what a row does not say.
 */
export function differencesOf(said: SaidByRow, stored: Stored): Differences | null {
  const { differs } = compareFacts(said.facts, stored.facts)
  const here: DifferenceValues = { ...pickShown(stored.details), email: stored.email, localId: stored.localId }
  const file: DifferenceValues = {
    ...(said.details === null ? {} : pickShown(said.details)),
    email: said.email,
    localId: said.localId,
    ...(said.details !== null && {
      telephones: telephonesTaken(said.details.telephones, stored.details.telephones),
      guardian: guardianTaken(said.details.guardian, stored.details.guardian),
      unit: unitTaken(said.details.unit, stored.details.unit),
    }),
  }
  const isOther = (field: DifferenceField): boolean => {
    const [ours, theirs] = [here[field] ?? null, file[field] ?? null]
    if (theirs === null || (typeof theirs === 'string' && unsaid.has(theirs))) return false
    if (field === 'telephones') return (file.telephones ?? []).some(({ number }) => !isKnownNumber(number, stored))
    if (ours === null) return true
    if (field === 'address' && hasMore(file.address, here.address)) return true
    const facet = facetOf[field]
    return facet === undefined ? !isDeepStrictEqual(asStored(ours), asStored(theirs)) : differs.includes(facet)
  }
  const fields = differenceFields.filter(isOther)
  if (fields.length === 0) return null
  const only = (values: DifferenceValues): DifferenceValues =>
    Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  return { here: asStored(only(here)), file: asStored(only(file)) }
}

/** Returns the chosen fields of which both sides still say what they said when somebody chose. */
export function stillMeant(
  chosen: readonly string[],
  shown: Differences | null,
  now: Differences | null,
): TakenField[] {
  if (shown === null || now === null) return []
  return fieldsOfDifferences(now)
    .filter(isTakenField)
    .filter(
      (field) =>
        chosen.includes(field) &&
        isDeepStrictEqual(shown.here[field], now.here[field]) &&
        isDeepStrictEqual(shown.file[field], now.file[field]),
    )
}

function pickShown({
  sex,
  race,
  ethnicity,
  language,
  role,
  address,
  telephones,
  guardian,
  nhsNumber,
  unit,
}: ImportedDetails) {
  return { sex, race, ethnicity, language, role, address, telephones, guardian, nhsNumber, unit }
}

/** The telephones of a file, with what is known here of those that are the same. */
function telephonesTaken(
  file: PersonDetails['telephones'],
  here: PersonDetails['telephones'],
): PersonDetails['telephones'] {
  return file && file.map((one) => here?.find(({ number }) => lineOf(number) === lineOf(one.number)) ?? one)
}

/** The guardian of a file, with what is known here of the same one. */
function guardianTaken(file: PersonDetails['guardian'], here: PersonDetails['guardian']): PersonDetails['guardian'] {
  if (file === null || here === null || folded(file.name) !== folded(here.name)) return file
  const isSameLine = lineOf(file.telephone?.number ?? '') === lineOf(here.telephone?.number ?? '')
  const isSameEmail = file.email?.toLowerCase() === here.email?.toLowerCase()
  const isSameRelation = folded(file.relation ?? '') === folded(here.relation ?? '')
  return {
    ...here,
    relation: isSameRelation ? here.relation : (file.relation ?? here.relation),
    email: isSameEmail ? here.email : (file.email ?? here.email),
    telephone: isSameLine ? here.telephone : (file.telephone ?? here.telephone),
  }
}

/** The unit of a file, with the room or the unit that the file does not say; somebody who moved has no room that is known. */
function unitTaken(file: PersonDetails['unit'], here: PersonDetails['unit']): PersonDetails['unit'] {
  if (file === null || here === null) return file
  const isSame = (one: string | null, other: string | null) => folded(one ?? '') === folded(other ?? '')
  const name = file.name === null || isSame(file.name, here.name) ? here.name : file.name
  const hasMoved = here.name !== null && name !== here.name
  const room = file.room ?? (hasMoved ? null : here.room)
  return { name, room: isSame(room, here.room) ? here.room : room }
}

/** Tells whether an address has a part that another lacks. */
function hasMore(one: PersonDetails['address'] | undefined, other: PersonDetails['address'] | undefined): boolean {
  return addressParts.some((part) => (one?.[part] ?? null) !== null && (other?.[part] ?? null) === null)
}

const addressParts = ['streetAddress', 'streetAddress2', 'city', 'state', 'county', 'postcode'] as const

/** The telephone that a file has of a child is often a parent's. */
function isKnownNumber(number: string, { details: { telephones, guardian } }: Stored): boolean {
  return [...(telephones ?? []), guardian?.telephone].some((one) => one && lineOf(one.number) === lineOf(number))
}

function lineOf(number: string): string {
  return number.replaceAll(/\D/g, '')
}

/** A value as the database gives it back. */
function asStored<T>(value: T): T {
  // What was JSON before has the same type.
  return JSON.parse(JSON.stringify(value)) as T
}
