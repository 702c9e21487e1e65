import { facets, type Facet } from './facets.ts'
import { foldedIdOnce, foldedOnce } from './folded-once.ts'
import type { ImportedAddress, ImportedPerson } from './imported-person.ts'

/** Texts that are equal for different spellings: what something is, and what shorter forms of it are written as. */
interface Fact {
  is: readonly string[]
  also: readonly string[]
  /** How many of `also` what was told first is written as; missing where all was told at once. */
  alsoOfFirst?: number
}

/** What is known of a person; a part of an address is a fact of its own. */
export type PersonFacts = Readonly<Partial<Record<FactName, Fact>>>
const parts = { street: 'address', city: 'address', state: 'address', postcode: 'address' } as const
type FactName = Exclude<Facet, 'address'> | keyof typeof parts

/** What is known of a person, as rows of files and details of people both tell it. */
export type Told = Pick<ImportedPerson, 'middleName' | 'suffix' | 'role' | 'ethnicity'> & {
  localIds: readonly string[]
  emails: readonly string[]
  phones: readonly { number: string }[]
  address: Partial<ImportedAddress> | null
  sex: string | null
  race: string | null
  nhsNumbers: readonly string[]
  /** The name of a guardian. */
  guardianName: string | null
}

/** What people say to keep something to themselves, or for want of a better word, contradicts nothing. */
const unsaid = new Set(['unknown', 'refused', 'asked-unknown', 'not-stated', 'other'])

/** What a row tells of a person that its facts are found in. */
type ToldByRow = Omit<Told, 'localIds' | 'nhsNumbers' | 'guardianName'> &
  Pick<ImportedPerson, 'localId' | 'nhsNumber'> & { guardian: { name: string | null } | null }

/** Returns the part of a row's person that facts are found in, which is a text as JSON. */
export function whatIsTold(person: ToldByRow): ToldByRow {
  const { middleName, suffix, role, ethnicity, localId, emails, phones, address, sex, race, nhsNumber, guardian } =
    person
  return { middleName, suffix, role, ethnicity, localId, emails, phones, address, sex, race, nhsNumber, guardian }
}

/** Returns what a row tells of a person. */
export function factsOf(person: ToldByRow): PersonFacts {
  const { localId, nhsNumber, guardian } = person
  return factsTold({
    ...person,
    localIds: localId === null ? [] : [localId],
    nhsNumbers: nhsNumber === null ? [] : [nhsNumber],
    guardianName: guardian?.name ?? null,
  })
}

/** Returns what is told of a person, without what nothing is known about. */
export function factsTold(told: Told): PersonFacts {
  const { address } = told
  const word = (text: string | null | undefined) =>
    text === null || text === undefined || unsaid.has(text) ? [] : [foldedOnce(text)]
  const facts: Record<FactName, readonly string[] | Fact> = {
    localId: told.localIds.map(foldedIdOnce),
    email: told.emails.map((email) => email.toLowerCase()),
    middleName: middleNameOf(told.middleName),
    suffix: suffixOf(told.suffix),
    sex: told.sex === 'other' ? ['other'] : word(told.sex),
    telephone: told.phones.map(({ number }) => telephoneFact(number)),
    nhsNumber: told.nhsNumbers.map(foldedOnce),
    guardian: word(told.guardianName),
    role: word(told.role),
    race: word(told.race),
    ethnicity: word(told.ethnicity),
    street: streetOf(address),
    city: word(address?.city),
    state: word(address?.state),
    postcode: postcodeOf(address?.postcode ?? null),
  }
  const known = Object.entries(facts).flatMap(([name, fact]): [string, Fact][] => {
    const { is, also } = 'is' in fact ? fact : { is: fact, also: [] }
    return is.length === 0 ? [] : [[name, { is, also }]]
  })
  // The keys are those of the object.
  return Object.fromEntries(known) as PersonFacts
}

/** A country's code before a number, and the zero that stands for it, are left out. */
const nationalDigits = 9

/** The fact of a telephone, which is equal for different spellings. */
export function telephoneFact(number: string): string {
  return number.replaceAll(/\D/g, '').slice(-nationalDigits)
}

/** A middle name, and how it is shortened: its first names, and its initials. */
function middleNameOf(text: string | null): Fact {
  const names = foldedOnce(text ?? '')
    .split(/[\s.-]+/)
    .filter((name) => name !== '')
  const initials = names.map((name) => name.slice(0, 1))
  const also = names.flatMap((_, at) => [names.slice(0, at + 1).join(' '), initials.slice(0, at + 1).join(' ')])
  return { is: names.length === 0 ? [] : [names.join(' ')], also }
}

const suffixWords: Readonly<Record<string, string>> = { junior: 'jr', senior: 'sr', '2nd': 'ii', '3rd': 'iii' }

function suffixOf(text: string | null): string[] {
  const word = foldedOnce(text ?? '').replaceAll(/[\s.,]/g, '')
  return word === '' ? [] : [suffixWords[word] ?? word]
}

/** What stands for the same in addresses, as files shorten it. */
const streetWords: Readonly<Record<string, string>> = {
  street: 'st',
  saint: 'st',
  road: 'rd',
  avenue: 'ave',
  av: 'ave',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  terrace: 'ter',
  highway: 'hwy',
  parkway: 'pkwy',
  square: 'sq',
  close: 'cl',
  crescent: 'cres',
  gardens: 'gdns',
  apartment: 'apt',
  suite: 'ste',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}

/** A street on one line, whose second line may be missing elsewhere. */
function streetOf(address: Told['address']): readonly string[] | Fact {
  const words = (text: string | null | undefined) =>
    foldedOnce(text ?? '')
      .split(/[\s.,#/-]+/)
      .filter((word) => word !== '')
      .map((word) => streetWords[word] ?? word)
      .join(' ')
  const first = words(address?.streetAddress)
  const second = words(address?.streetAddress2)
  if (first === '' || second === '') return first === '' ? [] : [first]
  return { is: [`${first} ${second}`], also: [first] }
}

function postcodeOf(text: string | null): string[] {
  const code = foldedIdOnce(text ?? '')
  // The last four digits of a ZIP code are often left out.
  return code === '' ? [] : [/^\d{9}$/.test(code) ? code.slice(0, 5) : code]
}

/** How what is known of two people compares. */
export interface Compared {
  /** What they differ in, which an agreeing ID or email does not settle. */
  contradicts: Facet[]
  /** All that they differ in. */
  differs: Facet[]
  agrees: Facet[]
}

/** Families share an email, so that it settles nothing of these; an ID is one person's. */
const ofOneself: readonly Facet[] = ['nhsNumber', 'middleName', 'suffix', 'sex']

/** Tells whether what agrees is an ID, which settles all else. */
export function isSettled({ agrees }: Pick<Compared, 'agrees'>): boolean {
  return agrees.includes('localId') || agrees.includes('nhsNumber')
}

/** Compares what is known of two people with the same names and date of birth. */
export function compareFacts(one: PersonFacts, other: PersonFacts): Compared {
  const compared = { agrees: new Set<Facet>(), differs: new Set<Facet>() }
  for (const name of Object.keys(one) as FactName[]) {
    const [a, b] = [one[name], other[name]]
    if (a === undefined || b === undefined) continue
    const facet = name in parts ? 'address' : (name as Facet)
    const isSame =
      a.is.some((text) => b.is.includes(text) || b.also.includes(text)) || b.is.some((text) => a.also.includes(text))
    compared[isSame ? 'agrees' : 'differs'].add(facet)
  }
  const differs = facets.filter((facet) => compared.differs.has(facet))
  const agrees = facets.filter((facet) => compared.agrees.has(facet) && !compared.differs.has(facet))
  return { contradicts: contradictionsIn({ agrees, differs }), differs, agrees }
}

/** Returns which differences say that two people may be two, beside what they have in common. */
export function contradictionsIn({ agrees, differs }: Omit<Compared, 'contradicts'>): Facet[] {
  if (isSettled({ agrees })) return []
  return agrees.includes('email') ? differs.filter((facet) => ofOneself.includes(facet)) : differs
}

/** Joins what is known of a person from several places. */
export function joinFacts(one: PersonFacts, other: PersonFacts): PersonFacts {
  const joined: Partial<Record<FactName, Fact>> = { ...one }
  for (const [name, fact] of Object.entries(other) as [FactName, Fact][]) {
    const known = joined[name]
    joined[name] =
      known === undefined
        ? fact
        : {
            is: [...new Set([...known.is, ...fact.is])],
            also: [...new Set([...known.also, ...fact.also])],
            alsoOfFirst: known.alsoOfFirst ?? new Set(known.also).size,
          }
  }
  return joined
}

/** Returns what was told first of a person, of whom several rows tell these facts, each of them in one text. */
export function firstTold(facts: PersonFacts, names: readonly (FactName & Facet)[]): PersonFacts {
  const first = names.flatMap((name): [string, Fact][] => {
    const fact = facts[name]
    return fact === undefined ? [] : [[name, { is: fact.is.slice(0, 1), also: fact.also.slice(0, fact.alsoOfFirst) }]]
  })
  // The names are those of facts.
  return Object.fromEntries(first) as PersonFacts
}

/** Returns the facts with each of their texts turned into another. */
export function mapFacts(facts: PersonFacts, turn: (text: string) => string): PersonFacts {
  const turned = Object.entries(facts).map(([name, { is, also, ...fact }]): [string, Fact] => [
    name,
    { ...fact, is: is.map((text) => turn(`${name} ${text}`)), also: also.map((text) => turn(`${name} ${text}`)) },
  ])
  // The keys are those of the facts.
  return Object.fromEntries(turned) as PersonFacts
}
