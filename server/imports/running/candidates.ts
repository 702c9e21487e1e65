import { factsTold, joinFacts, mapFacts, type PersonFacts, type Told } from '../../../contract/imports/person-facts.ts'
import type { DetailKind } from '../../../contract/subjects/detail-kinds.ts'
import type { PersonDetails } from '../../../contract/subjects/details.ts'

/** Somebody who may be the person of a row, because names and date of birth are the same. */
export interface Candidate {
  /** Null for somebody whom an earlier row makes. */
  subjectId: string | null
  /** The key by which files know them; null for people whom no file has made. */
  key: string | null
  /** What is known of them here, or what the rows of this file tell of them. */
  facts: PersonFacts
  /** Hashes of what files have told of them; undefined if there are none. */
  hashed: PersonFacts | undefined
  /** Hashes what a row tells, so that it can be compared with them. */
  hash: (facts: PersonFacts) => PersonFacts
  isByFile: boolean
  isByEmail: boolean
  /** True for somebody whom this file has made or makes. */
  isOfThisFile: boolean
  /** The row of this file that makes them. */
  line: number | null
}

/** Returns the facts of a row and those of a candidate in one form, so that they can be compared. */
export function factsOfCandidate(
  facts: PersonFacts,
  { facts: known, hashed, hash }: Pick<Candidate, 'facts' | 'hashed' | 'hash'>,
): [PersonFacts, PersonFacts] {
  return hashed === undefined ? [facts, known] : [hash(facts), joinFacts(hashed, hash(known))]
}

/** Returns a function that hashes facts, and remembers those that it has hashed. */
export function factsHasher(keyOf: (...parts: string[]) => string): (facts: PersonFacts) => PersonFacts {
  const known = new Map<PersonFacts, PersonFacts>()
  return (facts) => {
    const kept = known.get(facts) ?? mapFacts(facts, (text) => keyOf('fact', text).slice(0, factCharacters))
    known.set(facts, kept)
    return kept
  }
}

/** So many characters of a hash keep two texts apart. */
const factCharacters = 16

const racesInFiles: Readonly<Record<string, string>> = { 'american-indian': 'native', 'pacific-islander': 'pacific' }

/** Returns what is known here of somebody, of the kinds of details that the tenant keeps. */
export function factsKnown(
  { emails, localIds }: Pick<Told, 'emails' | 'localIds'>,
  details: PersonDetails | undefined,
  kept: readonly DetailKind[],
): PersonFacts {
  const has = (kind: DetailKind) => details !== undefined && kept.includes(kind)
  const guardian = has('guardian') ? details?.guardian : undefined
  // The telephone that a file has of a child is often a parent's.
  const phones = [...((has('telephones') && details?.telephones) || []), guardian?.telephone].flatMap(
    (one) => one ?? [],
  )
  const race = (has('race') && details?.race) || null
  const ethnicity = has('ethnicity') ? details?.ethnicity : null
  return factsTold({
    localIds,
    emails,
    middleName: null,
    suffix: null,
    sex: (has('sex') && details?.sex) || null,
    phones,
    address: (has('address') && details?.address) || null,
    role: (has('role') && details?.role) || null,
    nhsNumber: (has('nhsNumber') && details?.nhsNumber) || null,
    guardianName: guardian?.name ?? null,
    race: race && (racesInFiles[race] ?? race),
    // Files have no other ethnicities.
    ethnicity: ethnicity === 'hispanic' || ethnicity === 'not-hispanic' ? ethnicity : null,
  })
}
