import type { Facet } from '../../../contract/imports/facets.ts'
import {
  fieldsOfDifferences,
  type DifferenceField,
  type DifferenceValues,
  type TakenField,
} from '../../../contract/imports/differences.ts'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import { compareFacts, firstTold, telephoneFact, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import type { ImportField } from '../../../contract/imports/fields.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import { noDetails } from '../../../contract/subjects/details.ts'
import type { FilledPerson, ImportedDetails, ImportedSubject } from '../../subjects/service.ts'
import { factsOfCandidate, type Candidate } from './candidates.ts'
import { differencesOf, type SaidByRow, type Stored } from './differences-of.ts'
import type { ProblemAt } from './places.ts'

/** What rows add to somebody whom their file makes, and of whom that is not known yet. */
export type Lacked = Omit<FilledPerson, 'subjectId'>

/**
 * Tells what each of several rows adds to what is kept of somebody whom their file makes, and what is kept then. What was told first
 * counts. The first row makes them if nothing is kept before.
 */
export function addedBy(
  rows: readonly SaidOfPerson[],
  before?: Stored,
): { additions: (Lacked & { person: ImportedPerson })[]; kept: Stored } {
  let kept = before ?? { facts: rows[0]?.facts ?? {}, email: null, localId: null, details: noDetails }
  const additions = rows.map((said) => {
    const lacked = lackedOf(said, kept)
    if (!isNothing(lacked)) kept = withLacked(kept, said, lacked)
    return { ...lacked, person: said.person }
  })
  return { additions, kept }
}

function lackedOf(said: SaidByRow, kept: Stored): Lacked {
  const details = Object.entries(said.details ?? {}).filter(
    ([kind, value]) => value !== null && kept.details[kind as keyof ImportedDetails] === null,
  )
  return {
    email: kept.email === null ? said.email : null,
    localId: kept.localId === null ? said.localId : null,
    // The keys are those of the details.
    details: Object.fromEntries(details) as Partial<ImportedDetails>,
  }
}

function withLacked(kept: Stored, said: SaidByRow, { email, localId, details }: Lacked): Stored {
  const told = Object.entries(said.facts).filter(([name]) => !onlyCompared.some((facet) => facet === name))
  return {
    facts: { ...Object.fromEntries(told), ...kept.facts },
    email: kept.email ?? email,
    localId: kept.localId ?? localId,
    details: { ...kept.details, ...details },
  }
}

/** True if a row adds nothing. */
export function isNothing({ email, localId, details }: Lacked): boolean {
  return email === null && localId === null && Object.keys(details).length === 0
}

/** Adds to somebody who is to be made what a later row tells. */
export function fill(made: ImportedSubject, { email, localId, details }: Lacked): void {
  made.email ??= email
  made.localId ??= localId
  if (Object.keys(details).length > 0) made.details = { ...noImportedDetails, ...made.details, ...details }
}

/**
 * Names at its cells what a row says otherwise than, or beside, what is kept of somebody whom its file makes. An ID settles that the rows
 * are of one person, and not which of them is right.
 */
export function otherThanKept(said: SaidOfPerson, kept: Stored, problem: ProblemAt): CellProblem[] {
  const found = differencesOf(said, kept)
  if (found === null) return []
  return fieldsOfDifferences(found).map((field) => ({
    ...problem('otherThanBefore', ...columnsOf(field, said, kept)),
    kept: { [field]: found.here[field] ?? null },
  }))
}

/** Names at its cells what a row was to change of somebody who is known here, and an earlier row of them has changed otherwise. */
export function otherThanTaken(
  said: SaidOfPerson,
  stored: Stored,
  taken: DifferenceValues,
  fields: readonly TakenField[],
  problem: ProblemAt,
): CellProblem[] {
  return fields.map((field) => ({
    ...problem('otherThanBefore', ...columnsOf(field, said, stored)),
    kept: { [field]: taken[field] ?? null },
  }))
}

type SaidOfPerson = SaidByRow & { person: ImportedPerson }

/** Lists what a row says otherwise of somebody whom its file makes, of what is stored nowhere. */
export function onlyComparedIn(facts: PersonFacts, kept: Stored, candidate?: Candidate): Facet[] {
  const differs = new Set(compareFacts(facts, kept.facts).differs)
  if (candidate !== undefined) {
    const [told, known] = factsOfCandidate(facts, candidate)
    // A step of its own knows the rows of earlier ones by what is joined of them, of which the first counts.
    for (const facet of compareFacts(told, firstTold(known, onlyCompared)).differs) differs.add(facet)
  }
  return onlyCompared.filter((facet) => differs.has(facet))
}

/** What tells people apart and is stored nowhere. */
const onlyCompared = ['middleName', 'suffix'] as const

/** The columns at one of which stands what a row says otherwise, the likeliest first. */
function columnsOf(field: DifferenceField, { person }: SaidOfPerson, stored: Stored): ImportField[] {
  switch (field) {
    case 'telephones': {
      const known = new Set(stored.details.telephones?.map(({ number }) => telephoneFact(number)))
      const other = person.phones.find(({ number }) => !known.has(telephoneFact(number)))
      return other?.kind === 'mobile' ? ['mobiles', 'phones'] : ['phones', 'mobiles']
    }
    case 'email':
      return ['emails']
    case 'unit':
      return person.unit?.name === stored.details.unit?.name ? ['room', 'unit'] : ['unit', 'room']
    case 'guardian':
      return guardianColumns(person, stored)
    case 'address':
      return addressColumns(person, stored)
    case 'sex':
    case 'race':
    case 'ethnicity':
    case 'language':
    case 'role':
    case 'localId':
    case 'nhsNumber':
      return [field]
  }
}

function guardianColumns({ guardian }: ImportedPerson, { details: { guardian: kept } }: Stored): ImportField[] {
  const isSame = (one: string | null | undefined, other: string | null | undefined) =>
    one === null || one === undefined || one.toLowerCase() === other?.toLowerCase()
  if (!isSame(guardian?.name, kept?.name)) return ['guardianName']
  if (!isSame(guardian?.relation, kept?.relation)) return ['guardianRelation']
  return isSame(guardian?.email, kept?.email) ? ['guardianPhone'] : ['guardianEmail']
}

function addressColumns({ address }: ImportedPerson, { details: { address: kept } }: Stored): ImportField[] {
  const parts = ['streetAddress', 'city', 'postcode', 'streetAddress2', 'county'] as const
  const isOther = (part: (typeof parts)[number]) =>
    address?.[part] !== null && address?.[part]?.toLowerCase() !== kept?.[part]?.toLowerCase()
  return [...parts.filter(isOther), 'streetAddress']
}

/** What is left out of a person besides details: emails beside the one that is kept. */
export function emailsLeftOut({ emails }: ImportedPerson, kept: string | null, problem: ProblemAt): CellProblem[] {
  const others = emails.slice(1).filter((email) => email.toLowerCase() !== kept?.toLowerCase())
  return others.length === 0 ? [] : [{ ...problem('emailsLeftOut', 'emails'), value: others.join(', ') }]
}

/** What is left out of a row of a roster that names several places: those besides the one whose group the person is added to. */
export function placesLeftOut(places: readonly (string | null)[], problem: ProblemAt): CellProblem[] {
  return places.length === 0 ? [] : [{ ...problem('placesLeftOut', 'facilities'), value: places.join(', ') }]
}

const noImportedDetails: ImportedDetails = {
  role: null,
  unit: null,
  sex: null,
  race: null,
  ethnicity: null,
  language: null,
  telephones: null,
  address: null,
  guardian: null,
  nhsNumber: null,
}
