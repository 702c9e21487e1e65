import { joinFacts, mapFacts, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import type { KnownAs } from '../../subjects/columns.ts'
import type { Stored } from './differences-of.ts'

/** Somebody who may be the person of a row, because names and date of birth are the same. */
export interface Candidate {
  /** Null for somebody whom an earlier row makes. */
  subjectId: string | null
  /** The key by which files know them; null for people whom no file has made. */
  key: string | null
  /** Further keys, of those of the same names and date of birth who were merged into them. */
  otherKeys: string[]
  /** How they are known here, which is by other names or another date of birth if they were found by those of somebody merged. */
  knownAs: KnownAs | null
  /** What is known of them here, or what the rows of this file tell of them. */
  facts: PersonFacts
  /** Hashes of what files have told of them; undefined if there are none. */
  hashed: PersonFacts | undefined
  /** Hashes what a row tells, so that it can be compared with them. */
  hash: (facts: PersonFacts) => PersonFacts
  isByFile: boolean
  /** True for somebody whom this file has made or makes. */
  isOfThisFile: boolean
  /** The row of this file that makes them. */
  line: number | null
  /** What is stored of them, or will be of somebody whom an earlier row makes. */
  stored: Stored
}

/** Returns the facts of a row and those of a candidate in one form, so that they can be compared. */
export function factsOfCandidate(
  facts: PersonFacts,
  { facts: known, hashed, hash }: Pick<Candidate, 'facts' | 'hashed' | 'hash'>,
): [PersonFacts, PersonFacts] {
  return hashed === undefined ? [facts, known] : [hash(facts), joinFacts(hashed, hash(known))]
}

/**
 * Returns a function that hashes facts, and remembers those that it has hashed: most people of a file have the same sex and state, and
 * a row tells of somebody what is known of them.
 */
export function factsHasher(keyOf: (...parts: string[]) => string): (facts: PersonFacts) => PersonFacts {
  const known = new Map<PersonFacts, PersonFacts>()
  const texts = new Map<string, string>()
  const hash = (text: string) => {
    const kept = texts.get(text) ?? keyOf('fact', text).slice(0, factCharacters)
    texts.set(text, kept)
    return kept
  }
  return (facts) => {
    const kept = known.get(facts) ?? mapFacts(facts, hash)
    known.set(facts, kept)
    return kept
  }
}

/** So many characters of a hash keep two texts apart. */
const factCharacters = 16
