import { compareFacts, contradictionsIn, factsTold, type PersonFacts } from '../imports/person-facts.ts'
import { facets } from '../imports/facets.ts'
import { folded } from '../rules/folding.ts'
import type { DetailKind } from './detail-kinds.ts'
import type { PersonDetails } from './details.ts'
import { personParts, type PersonPart } from './person-parts.ts'
import type { WholeIdentity } from './subject.ts'

type Named = Pick<WholeIdentity, 'firstName' | 'lastName' | 'dateOfBirth'>

/** Somebody who is compared with another person. */
export interface KnownPerson extends Named {
  /** Those who were merged into them. */
  formerly: readonly Named[]
  /** What is known of them here. */
  facts: PersonFacts
  /** Hashes of what files have told of them, which can be compared with those of others. */
  told: PersonFacts
  /** The groups that know them. */
  groupIds: readonly string[]
}

/** What two people have in common and what they differ in, of what is known of both. */
export interface ComparedPeople {
  agrees: PersonPart[]
  differs: PersonPart[]
  /** Those of the differences which say that they may be two people. */
  contradicts: PersonPart[]
}

/**
 * Tells whether two people are one, by all that is known of them: nothing that contradicts, and they are; whatever contradicts, and
 * they may be two, which is asked. An agreeing ID settles what it settles for rows of files, but neither names nor dates of birth. An
 * equal local ID of two groups means nothing.
 */
export function comparePeople(one: KnownPerson, other: KnownPerson): ComparedPeople {
  const areOfOneGroup = one.groupIds.some((id) => other.groupIds.includes(id))
  const agrees = new Set<PersonPart>()
  const differs = new Set<PersonPart>()
  for (const part of ['firstName', 'lastName', 'dateOfBirth'] as const) {
    const [ours, theirs] = [textsOf(one, part), textsOf(other, part)]
    if (ours.length === 0 || theirs.length === 0) continue
    const isSame = ours.some((text) => theirs.includes(text))
    ;(isSame ? agrees : differs).add(part)
  }
  for (const kind of ['facts', 'told'] as const) {
    const compared = compareFacts(one[kind], other[kind])
    for (const facet of compared.differs) differs.add(facet)
    for (const facet of compared.agrees) if (facet !== 'localId' || areOfOneGroup) agrees.add(facet)
  }
  const isDifferent = (part: PersonPart) => differs.has(part) && !agrees.has(part)
  const named = personParts.filter((part) => !facets.some((facet) => facet === part) && isDifferent(part))
  const ofFacts = { agrees: facets.filter((facet) => agrees.has(facet)), differs: facets.filter(isDifferent) }
  return {
    agrees: personParts.filter((part) => agrees.has(part)),
    differs: [...named, ...ofFacts.differs],
    contradicts: [...named, ...contradictionsIn(ofFacts)],
  }
}

/** What somebody is or was called, or born on, folded. */
function textsOf(person: KnownPerson, part: keyof Named): string[] {
  return [person, ...person.formerly].map((named) => folded(named[part] ?? '')).filter((text) => text !== '')
}

const racesInFiles: Readonly<Record<string, string>> = { 'american-indian': 'native', 'pacific-islander': 'pacific' }

/** What somebody is known by beside names, or somebody who was merged into them. */
type Identifiers = Pick<WholeIdentity, 'email' | 'localId'> & { nhsNumber?: string | null }

/**
 * Returns what is known here of somebody, of the kinds of details that the tenant keeps: what they are known by, what those were known by
 * who were merged into them, and their details.
 */
export function factsKnown(
  identifiers: readonly Identifiers[],
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
  const numbers = [details, ...identifiers].flatMap((one) => one?.nhsNumber ?? [])
  return factsTold({
    localIds: identifiers.flatMap(({ localId }) => localId ?? []),
    emails: identifiers.flatMap(({ email }) => email ?? []),
    middleName: null,
    suffix: null,
    sex: (has('sex') && details?.sex) || null,
    phones,
    address: (has('address') && details?.address) || null,
    role: (has('role') && details?.role) || null,
    nhsNumbers: kept.includes('nhsNumber') ? numbers : [],
    guardianName: guardian?.name ?? null,
    race: race && (racesInFiles[race] ?? race),
    // Files have no other ethnicities.
    ethnicity: ethnicity === 'hispanic' || ethnicity === 'not-hispanic' ? ethnicity : null,
  })
}
