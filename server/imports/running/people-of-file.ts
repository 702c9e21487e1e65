import { joinFacts, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import { noDetails } from '../../../contract/subjects/details.ts'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import type { CellProblem } from '../../../contract/imports/problems.ts'
import { foldedId } from '../../../contract/rules/folding.ts'
import { factsKnown } from '../../../contract/subjects/same-person.ts'
import type { ActorScope } from '../../access/scope.ts'
import {
  findDetailsOf,
  findFormerOf,
  findHoldersOfIds,
  findKnownPeople,
  keyOfNames,
  type Acquainted,
  type FormerIdentity,
  type IdHolder,
  type SoughtId,
} from '../../subjects/service.ts'
import type { KnownAs } from '../../subjects/columns.ts'
import { factsHasher, type Candidate } from './candidates.ts'
import type { Stored } from './differences-of.ts'
import { formerMeant, isLike, knownBefore, type KeyField, type KnownBy } from './former-people.ts'
import { judgePerson, type PersonFate } from './judge-person.ts'
import {
  findMadePeople,
  keyOfNamesake,
  numberOfNamesake,
  type AnsweredGroup,
  type MadePerson,
} from './known-repository.ts'
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
  const keepsNumbers = scope.tenant.subjectDetails.includes('nhsNumber')
  const ids = await findHoldersOfIds(
    scope,
    placed.flatMap(({ person, group }) =>
      idKinds.flatMap((kind) => {
        const id = kind === 'nhsNumber' && !keepsNumbers ? null : person[kind]
        return id === null ? [] : [{ groupId: group.id, kind, id: foldedId(id) }]
      }),
    ),
  )
  const subjectIds = [...new Set([...made, ...known, ...ids].map(({ subjectId }) => subjectId))]
  const details = new Map(
    (subjectIds.length === 0 ? [] : await findDetailsOf(scope, subjectIds)).map((one) => [one.subjectId, one.details]),
  )
  const formerOf = Map.groupBy(
    subjectIds.length === 0 ? [] : await findFormerOf(scope, subjectIds),
    ({ subjectId }) => subjectId,
  )
  const hash = factsHasher(tools.keyOf)
  const factsOf = ({ subjectId, email, localId }: StoredIdentity) =>
    factsKnown(
      [{ email, localId }, ...(formerOf.get(subjectId) ?? [])],
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
  const byNames = Map.groupBy(known, ({ groupId, soughtNames }) => soughtNames && namesIn(groupId, soughtNames))
  const byEmail = Map.groupBy(known, ({ groupId, soughtEmail }) => soughtEmail && `${groupId} ${soughtEmail}`)
  for (const [at, { personKey, group }] of placed.entries()) {
    const { email, ...names } = sought[at] ?? { email: null, nameKey: '', dateOfBirth: '' }
    const before = people.get(personKey)
    const one: Known = before ?? { group, candidates: [], emailOwners: [] }
    people.set(personKey, one)
    const add = (like: MadePerson | Acquainted, news: Partial<Candidate>) => {
      const facts = factsOf(like)
      const candidate = one.candidates.find(({ subjectId }) => subjectId === like.subjectId)
      if (candidate !== undefined) return candidate
      const added: Candidate = {
        subjectId: like.subjectId,
        key: null,
        otherKeys: [],
        knownAs: like,
        facts,
        stored: storedOf(facts, like),
        hashed: undefined,
        hash,
        isByFile: false,
        isOfThisFile: false,
        line: null,
        ...news,
      }
      one.candidates.push(added)
      return added
    }
    for (const maker of before === undefined ? (madeBy.get(personKey) ?? []) : []) {
      const { key, importId, isFormer, facts: told } = maker
      const hashed = Object.keys(told).length === 0 ? undefined : told
      const isOfThisFile = importId === tools.importId && !isFormer
      const candidate = add(maker, { key, hashed, isByFile: true, isOfThisFile })
      // Two of one name and date of birth who were merged have a key each.
      if (candidate.key === key) continue
      candidate.otherKeys.push(key)
      candidate.isOfThisFile &&= isOfThisFile
      if (hashed !== undefined) candidate.hashed = joinFacts(candidate.hashed ?? {}, hashed)
    }
    const alike = byNames.get(namesIn(group.id, names)) ?? []
    for (const like of alike) add(like, {})
    const withEmail = email === null ? [] : (byEmail.get(`${group.id} ${email.toLowerCase()}`) ?? [])
    for (const like of withEmail) {
      const isUnnamed = like.lastName === null && like.dateOfBirth === names.dateOfBirth
      if (isUnnamed) add(like, {})
      else if (!alike.some(({ subjectId }) => subjectId === like.subjectId)) one.emailOwners.push(like)
    }
  }
  return new PeopleOfFile(scope, tools, people, { ids, formerOf, hash })
}

function namesIn(groupId: string, { nameKey, dateOfBirth }: { nameKey: string; dateOfBirth: string }): string {
  return `${groupId} ${nameKey} ${dateOfBirth}`
}

/** The IDs that are one person's. */
type IdKind = SoughtId['kind']
const idKinds: readonly IdKind[] = ['localId', 'nhsNumber']

/** Somebody with an ID: known here, or named in a row before. */
interface Owner {
  name: string
  known: IdHolder | null
}

/** Who the people of a file's rows are, row by row: whom the rows before have made is known to those behind. */
class PeopleOfFile {
  readonly #scope: ActorScope
  readonly #tools: Tools
  readonly #people: ReadonlyMap<string, Known>
  readonly #formerOf: ReadonlyMap<string, readonly FormerIdentity[]>
  readonly #hash: (facts: PersonFacts) => PersonFacts
  /** Those with each ID of a group. */
  readonly #ids = new Map<string, Owner[]>()
  /** Those of whom this file tells something new, or whom it makes. */
  readonly #news = new Set<Candidate>()

  constructor(
    scope: ActorScope,
    tools: Tools,
    people: ReadonlyMap<string, Known>,
    {
      ids,
      formerOf,
      hash,
    }: {
      ids: readonly IdHolder[]
      formerOf: ReadonlyMap<string, readonly FormerIdentity[]>
      hash: (facts: PersonFacts) => PersonFacts
    },
  ) {
    this.#scope = scope
    this.#tools = tools
    this.#people = people
    this.#formerOf = formerOf
    this.#hash = hash
    for (const known of ids) {
      const { groupId, kind, id } = known
      this.#ownersOf(groupId, kind, id).push({ name: nameIn(known), known })
    }
  }

  /** The keys of all whom files have made with the names and the date of birth of this key. */
  keysOf(personKey: string): string[] {
    const keys = this.#known(personKey).candidates.flatMap(keysOfCandidate)
    return keys.includes(personKey) ? keys : [personKey, ...keys]
  }

  /** The key of the next person who is made with these names and date of birth. */
  nextKey(personKey: string): string {
    const numbers = this.#known(personKey).candidates.flatMap(keysOfCandidate).map(numberOfNamesake)
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
    return this.#othersWith(kind, person, personKey).length > 0
  }

  #othersWith(kind: IdKind, person: ImportedPerson, personKey: string): Owner[] {
    const id = person[kind]
    if (id === null) return []
    const name = nameOf(person)
    const { group, candidates } = this.#known(personKey)
    const isCandidate = ({ known }: Owner) => candidates.some(({ subjectId }) => subjectId === known?.subjectId)
    return this.#ownersOf(group.id, kind, id).filter((owner) => owner.name !== name && !isCandidate(owner))
  }

  /** Says who a person was merged into, if a row was decided about by what that person was known by. */
  mergeOf(unit: Unit, personKey: string, fate: PersonFate): CellProblem[] {
    const [{ person }] = unit.told
    const { candidates } = this.#known(personKey)
    const isNamedOtherwise = ({ knownAs }: Candidate) =>
      knownAs !== null && knownAs.lastName !== null && nameIn(knownAs) !== nameOf(person)
    // Whoever was merged is named, so that nothing is said any more once that merge is undone.
    const named = (known: { subjectId: string | null } | null | undefined, field: KeyField) => {
      const former = this.#formerOf.get(known?.subjectId ?? '') ?? []
      const [meant] = former
        .map(knownBefore)
        .toSorted((one, other) => isLike(person, other, field) - isLike(person, one, field))
      return meant === undefined ? [] : [{ ...this.#tools.problem('mergedInto', field), value: meant.id ?? '' }]
    }
    if (fate === 'made') return []
    if ('candidate' in fate) {
      return isNamedOtherwise(fate.candidate) ? named(fate.candidate, 'lastName') : []
    }
    const formerOwner = (kind: IdKind) =>
      this.#othersWith(kind, person, personKey).find(({ known }) => known?.isFormer)?.known
    switch (fate.problem.code) {
      case 'localIdOfAnother':
      case 'nhsNumberOfAnother': {
        const kind = fate.problem.code === 'localIdOfAnother' ? 'localId' : 'nhsNumber'
        return named(formerOwner(kind), kind)
      }
      case 'emailOfAnother':
        return named(this.#formerOwnerOfEmail(person, personKey), 'emails')
      default:
        return named(candidates.find(isNamedOtherwise), 'lastName')
    }
  }

  /** Adds to a problem who is known here by the email or the ID of a row, whom its reader is told of as they see them. */
  withHolder(problem: CellProblem, person: ImportedPerson, personKey: string, own?: Candidate): CellProblem {
    const value = this.#holderOf(problem.code, person, personKey, own)
    return value ? { ...problem, value } : problem
  }

  #holderOf(code: CellProblem['code'], person: ImportedPerson, personKey: string, own?: Candidate) {
    const { candidates, emailOwners } = this.#known(personKey)
    const withId = (kind: IdKind) =>
      this.#othersWith(kind, person, personKey).find(({ known }) => known !== null && !known.isFormer)?.known?.subjectId
    const text = person.emails[0]?.toLowerCase()
    const others = candidates.filter((one) => one !== own).map(({ subjectId, stored }) => ({ subjectId, ...stored }))
    switch (code) {
      case 'emailOfAnother':
        return [...emailOwners, ...others].find(({ email }) => email?.toLowerCase() === text)?.subjectId
      case 'localIdOfAnother':
        return withId('localId')
      case 'nhsNumberOfAnother':
        return withId('nhsNumber')
      default:
        return undefined
    }
  }

  /** Tells which of those who were merged into a candidate a row is of; null for nobody, or if it may be of either. */
  formerIn({ told: [{ person }] }: Unit, { subjectId, knownAs, stored }: Candidate): string | null {
    const former = subjectId === null ? [] : (this.#formerOf.get(subjectId) ?? [])
    if (former.length === 0 || knownAs === null) return null
    const { email, localId, details } = stored
    const own: KnownBy = {
      id: null,
      nameKey: knownAs.lastName === null ? null : knownAs.nameKey,
      dateOfBirth: knownAs.dateOfBirth,
      email,
      localId,
      nhsNumber: details.nhsNumber,
    }
    return formerMeant(person, own, former.map(knownBefore))
  }

  #formerOwnerOfEmail({ emails: [email] }: ImportedPerson, personKey: string): Acquainted | undefined {
    const text = email?.toLowerCase()
    return this.#known(personKey).emailOwners.find(
      (owner) => owner.soughtEmail === text && owner.email?.toLowerCase() !== text,
    )
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
        if (id !== null) this.#addOwner(known.group.id, kind, id, nameOf(person))
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
      otherKeys: [],
      knownAs: null,
      facts,
      stored,
      hashed: undefined,
      hash: this.#hash,
      isByFile: true,
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

  #ownersOf(groupId: string, kind: IdKind, id: string): Owner[] {
    const key = `${groupId} ${kind} ${foldedId(id)}`
    const owners = this.#ids.get(key) ?? []
    this.#ids.set(key, owners)
    return owners
  }

  #addOwner(groupId: string, kind: IdKind, id: string, name: string): void {
    const owners = this.#ownersOf(groupId, kind, id)
    if (!owners.some((owner) => owner.name === name)) owners.push({ name, known: null })
  }
}

function keysOfCandidate({ key, otherKeys }: Candidate): string[] {
  return key === null ? [] : [key, ...otherKeys]
}

function nameOf(person: ImportedPerson): string {
  return nameIn({ nameKey: keyOfNames(person), dateOfBirth: person.dateOfBirth })
}

function nameIn({ nameKey, dateOfBirth }: Pick<KnownAs, 'nameKey' | 'dateOfBirth'>): string {
  return `${nameKey} ${dateOfBirth}`
}

function addsNothing(known: PersonFacts, facts: PersonFacts): boolean {
  return Object.entries(facts).every(([name, { is }]) => {
    const fact = known[name as keyof PersonFacts]
    return fact !== undefined && is.every((text) => fact.is.includes(text))
  })
}
