import { joinFacts, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import { noDetails } from '../../../contract/subjects/details.ts'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import { foldedId } from '../../../contract/rules/folding.ts'
import { factsKnown } from '../../../contract/subjects/same-person.ts'
import type { ActorScope } from '../../access/scope.ts'
import {
  findDetailsOf,
  findKnownPeople,
  findLocalIds,
  findNhsNumbers,
  keyOfNames,
  type Acquainted,
} from '../../subjects/service.ts'
import { factsHasher, type Candidate } from './candidates.ts'
import type { Stored } from './differences-of.ts'
import { judgePerson, type PersonFate } from './judge-person.ts'
import { findMadePeople, keyOfNamesake, numberOfNamesake, type AnsweredGroup } from './known-repository.ts'
import type { ProblemAt } from './places.ts'
import type { Unit } from './units.ts'

/** A person of rows in a group, with the key of the group, the names and the date of birth. */
interface Placed {
  person: ImportedPerson
  group: AnsweredGroup
  personKey: string
}

interface Known {
  group: AnsweredGroup
  candidates: Candidate[]
  emailOwners: Acquainted[]
}

type StoredIdentity = Pick<Acquainted, 'subjectId' | 'email' | 'localId'>

interface Tools {
  importId: string
  keyOf: (...parts: string[]) => string
  problem: ProblemAt
}

/**
 * Finds whom the groups know of the people of these rows: those whom files have made with the same names and date of birth, by their
 * keys, and those whom the groups know by names and date of birth or by an email.
 */
export async function findPeopleOfFile(
  scope: ActorScope,
  tools: Tools,
  placed: readonly Placed[],
): Promise<PeopleOfFile> {
  const made = await findMadePeople(scope, [...new Set(placed.map(({ personKey }) => personKey))])
  const sought = placed.map(({ person, group }) => ({
    groupId: group.id,
    email: person.emails[0] ?? null,
    nameKey: keyOfNames(person),
    dateOfBirth: person.dateOfBirth,
  }))
  const known = sought.length === 0 ? [] : await findKnownPeople(scope, sought)
  const localIds = await findLocalIds(
    scope,
    placed.flatMap(({ person, group }) =>
      person.localId === null ? [] : [{ groupId: group.id, localId: foldedId(person.localId) }],
    ),
  )
  const nhsNumbers = await findNhsNumbers(
    scope,
    placed.flatMap(({ person: { nhsNumber }, group }) =>
      nhsNumber === null || !scope.tenant.subjectDetails.includes('nhsNumber')
        ? []
        : [{ groupId: group.id, nhsNumber }],
    ),
  )
  const ids = [
    ...localIds.map(({ localId, ...of }) => ({ ...of, kind: 'localId' as const, id: localId })),
    ...nhsNumbers.map(({ nhsNumber, ...of }) => ({ ...of, kind: 'nhsNumber' as const, id: nhsNumber })),
  ]
  const subjectIds = [...new Set([...made, ...known].map(({ subjectId }) => subjectId))]
  const details = new Map(
    (subjectIds.length === 0 ? [] : await findDetailsOf(scope, subjectIds)).map((one) => [one.subjectId, one.details]),
  )
  const hash = factsHasher(tools.keyOf)
  const factsOf = ({ subjectId, emails, localId }: { subjectId: string; emails: string[]; localId: string | null }) =>
    factsKnown(
      { emails, localIds: localId === null ? [] : [localId] },
      details.get(subjectId),
      scope.tenant.subjectDetails,
    )

  const storedOf = (facts: PersonFacts, { subjectId, email, localId }: StoredIdentity) => ({
    facts,
    email,
    localId,
    details: details.get(subjectId) ?? noDetails,
  })

  const people = new Map<string, Known>()
  const madeBy = Map.groupBy(made, (one) => one.sought)
  const byGroup = Map.groupBy(known, ({ groupId }) => groupId)
  for (const [at, { personKey, group }] of placed.entries()) {
    const { email, nameKey, dateOfBirth } = sought[at] ?? { email: null, nameKey: '', dateOfBirth: '' }
    const before = people.get(personKey)
    const one: Known = before ?? { group, candidates: [], emailOwners: [] }
    people.set(personKey, one)
    if (before === undefined) {
      for (const { key, subjectId, importId, localId, email: own, facts: hashed } of madeBy.get(personKey) ?? []) {
        const facts = factsOf({ subjectId, localId, emails: own === null ? [] : [own] })
        one.candidates.push({
          subjectId,
          key,
          facts,
          stored: storedOf(facts, { subjectId, email: own, localId }),
          hashed: Object.keys(hashed).length === 0 ? undefined : hashed,
          hash,
          isByFile: true,
          isByEmail: false,
          isOfThisFile: importId === tools.importId,
          line: null,
        })
      }
    }
    for (const like of byGroup.get(group.id) ?? []) {
      const isByEmail = like.isByEmail && email !== null && like.soughtEmail === email.toLowerCase()
      const hasSameNames = like.hasNames ? like.nameKey === nameKey : isByEmail
      const isSame = hasSameNames && like.dateOfBirth === dateOfBirth
      if (!isSame) {
        if (isByEmail) one.emailOwners.push(like)
        continue
      }
      const candidate = one.candidates.find(({ subjectId }) => subjectId === like.subjectId)
      const facts = factsOf({
        subjectId: like.subjectId,
        localId: like.localId,
        emails: [like.email, isByEmail ? like.soughtEmail : null].flatMap((text) => text ?? []),
      })
      if (candidate !== undefined) {
        candidate.facts = joinFacts(candidate.facts, facts)
        candidate.stored = storedOf(facts, like)
        candidate.isByEmail ||= isByEmail
        continue
      }
      one.candidates.push({
        subjectId: like.subjectId,
        key: null,
        facts,
        stored: storedOf(facts, like),
        hashed: undefined,
        hash,
        isByFile: false,
        isByEmail,
        isOfThisFile: false,
        line: null,
      })
    }
  }
  return new PeopleOfFile(scope, tools, people, ids, hash)
}

/** The IDs that are one person's, of whom a group knows the names by them. */
type IdKind = 'localId' | 'nhsNumber'
const idKinds: readonly IdKind[] = ['localId', 'nhsNumber']

interface KnownId {
  groupId: string
  kind: IdKind
  id: string
  nameKey: string
  dateOfBirth: string | null
}

/** Who the people of a file's rows are, row by row: whom the rows before have made is known to those behind. */
class PeopleOfFile {
  readonly #scope: ActorScope
  readonly #tools: Tools
  readonly #people: ReadonlyMap<string, Known>
  readonly #hash: (facts: PersonFacts) => PersonFacts
  /** The names with which each ID of a group is known. */
  readonly #ids = new Map<string, Set<string>>()
  /** Those of whom this file tells something new, or whom it makes. */
  readonly #news = new Set<Candidate>()

  constructor(
    scope: ActorScope,
    tools: Tools,
    people: ReadonlyMap<string, Known>,
    ids: readonly KnownId[],
    hash: (facts: PersonFacts) => PersonFacts,
  ) {
    this.#scope = scope
    this.#tools = tools
    this.#people = people
    this.#hash = hash
    for (const { groupId, kind, id, nameKey, dateOfBirth } of ids) {
      this.#ownersOf(groupId, kind, id).add(`${nameKey} ${dateOfBirth}`)
    }
  }

  /** The keys of all whom files have made with the names and the date of birth of this key. */
  keysOf(personKey: string): string[] {
    const keys = this.#known(personKey).candidates.flatMap(({ key }) => key ?? [])
    return keys.includes(personKey) ? keys : [personKey, ...keys]
  }

  /** The key of the next person who is made with these names and date of birth. */
  nextKey(personKey: string): string {
    const numbers = this.#known(personKey).candidates.flatMap(({ key }) =>
      key === null ? [] : [numberOfNamesake(key)],
    )
    return keyOfNamesake(personKey, numbers.length === 0 ? 0 : Math.max(...numbers) + 1)
  }

  fateOf(unit: Unit, personKey: string): PersonFate {
    const { candidates, emailOwners } = this.#known(personKey)
    const [{ person, facts }] = unit.told
    const [email] = person.emails
    return judgePerson(
      { person, facts, answer: unit.answer },
      {
        candidates,
        isEmailOfAnother: emailOwners.some(({ soughtEmail }) => soughtEmail === email?.toLowerCase()),
        isLocalIdOfAnother: this.isIdOfAnother('localId', person, personKey),
      },
      this.#scope.tenant.identifiesBy,
      this.#tools.problem,
    )
  }

  /** Tells whether the group knows somebody else by this email. */
  isEmailOfAnother(email: string, personKey: string, own?: Candidate): boolean {
    const { candidates, emailOwners } = this.#known(personKey)
    const text = email.toLowerCase()
    return (
      emailOwners.some(({ soughtEmail }) => soughtEmail === text) ||
      candidates.some((one) => one !== own && one.stored?.email?.toLowerCase() === text)
    )
  }

  /** Tells whether the group knows somebody with other names or another date of birth by an ID of a person. */
  isIdOfAnother(kind: IdKind, person: ImportedPerson, personKey: string): boolean {
    const id = person[kind]
    if (id === null) return false
    const name = nameOf(person)
    const owners = this.#ownersOf(this.#known(personKey).group.id, kind, id)
    return [...owners].some((owner) => owner !== name)
  }

  /**
   * Adds what rows tell to the person whom it was decided to be, who is made now if nobody is known. `stored` is what is stored of
   * somebody who is made.
   */
  take(unit: Unit, personKey: string, fate: { candidate: Candidate } | 'made', stored: Stored): Candidate {
    const known = this.#known(personKey)
    for (const { person } of unit.told) {
      for (const kind of idKinds) {
        const id = person[kind]
        if (id !== null) this.#ownersOf(known.group.id, kind, id).add(nameOf(person))
      }
    }
    const candidate = fate === 'made' ? this.#made(unit, personKey, stored) : fate.candidate
    // Whoever was said to be the same is not asked about again.
    if (candidate.key === null && unit.answer === 'same') {
      candidate.key = this.nextKey(personKey)
      candidate.isByFile = true
      this.#news.add(candidate)
    }
    for (const { facts } of unit.told) this.#learn(candidate, facts)
    return candidate
  }

  #made({ told: [{ lines, facts }] }: Unit, personKey: string, stored: Stored): Candidate {
    const made: Candidate = {
      subjectId: null,
      key: this.nextKey(personKey),
      facts,
      stored,
      hashed: undefined,
      hash: this.#hash,
      isByFile: true,
      isByEmail: false,
      isOfThisFile: true,
      line: lines[0] ?? null,
    }
    this.#known(personKey).candidates.push(made)
    this.#news.add(made)
    return made
  }

  #learn(candidate: Candidate, told: PersonFacts): void {
    const before = candidate.hashed ?? candidate.facts
    const facts = candidate.hashed === undefined ? told : this.#hash(told)
    if (candidate.key === null || addsNothing(before, facts)) return
    if (candidate.hashed === undefined) candidate.facts = joinFacts(candidate.facts, facts)
    else candidate.hashed = joinFacts(candidate.hashed, facts)
    this.#news.add(candidate)
  }

  /** What files tell of people, as hashes, where that is news. */
  told(): { key: string; subjectId: string | null; facts: PersonFacts }[] {
    return [...this.#news].flatMap(({ key, subjectId, facts, hashed }) =>
      key === null ? [] : [{ key, subjectId, facts: hashed ?? this.#hash(facts) }],
    )
  }

  #known(personKey: string): Known {
    const known = this.#people.get(personKey)
    if (known === undefined) throw new Error('Whoever is judged was looked up before')
    return known
  }

  #ownersOf(groupId: string, kind: IdKind, id: string): Set<string> {
    const key = `${groupId} ${kind} ${foldedId(id)}`
    const owners = this.#ids.get(key) ?? new Set<string>()
    this.#ids.set(key, owners)
    return owners
  }
}

function nameOf(person: ImportedPerson): string {
  return `${keyOfNames(person)} ${person.dateOfBirth}`
}

function addsNothing(known: PersonFacts, facts: PersonFacts): boolean {
  return Object.entries(facts).every(([name, { is }]) => {
    const fact = known[name as keyof PersonFacts]
    return fact !== undefined && is.every((text) => fact.is.includes(text))
  })
}
