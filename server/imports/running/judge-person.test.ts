import { expect, it } from 'vitest'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import { factsOf, mapFacts, type PersonFacts } from '../../../contract/imports/person-facts.ts'
import { noDetails } from '../../../contract/subjects/details.ts'
import type { Candidate } from './candidates.ts'
import { judgePerson, type MaybeThem } from './judge-person.ts'

const person: ImportedPerson = {
  firstName: 'Ana',
  middleName: null,
  lastName: 'Ruiz',
  suffix: null,
  dateOfBirth: '1999-12-31',
  localId: 'A-17',
  emails: ['ana@example.org'],
  phones: [],
  address: null,
  guardian: null,
  nhsNumber: null,
  sex: null,
  race: null,
  ethnicity: null,
  language: null,
  role: null,
  worksInHealthcare: null,
  livesInCongregateSetting: null,
  notes: null,
  facilities: [],
}
const hash = (facts: PersonFacts) => mapFacts(facts, (text) => `hash of ${text}`)
/** Somebody with the same names and date of birth, of whom this is known. */
const like = (known: Partial<ImportedPerson>, changes: Partial<Candidate> = {}): Candidate => ({
  subjectId: 's',
  key: null,
  otherKeys: [],
  knownAs: null,
  facts: factsOf({ ...person, localId: null, emails: [], ...known }),
  hashed: undefined,
  hash,
  isByFile: false,
  isOfThisFile: false,
  line: null,
  stored: { facts: {}, email: null, localId: null, details: noDetails },
  ...changes,
})
const byFile = { key: 'k', isByFile: true }
const fateOf = (
  row: Partial<ImportedPerson>,
  candidates: readonly Candidate[],
  {
    identifiesBy = 'names',
    answer = null,
    ...others
  }: Partial<MaybeThem> & {
    identifiesBy?: 'names' | 'email'
    answer?: 'same' | 'another' | null
  } = {},
) => {
  const read = { ...person, ...row }
  const fate = judgePerson(
    { person: read, facts: factsOf(read), answer },
    { candidates, isEmailOfAnother: false, isLocalIdOfAnother: false, ...others },
    identifiesBy,
    (code) => ({ column: null, code }),
  )
  if (fate === 'made') return 'made'
  if ('problem' in fate) return fate.problem.differs?.join(' ') ?? fate.problem.code
  return candidates.indexOf(fate.candidate)
}
const bare = { localId: null, emails: [] }
const home = {
  streetAddress: '1 Main St',
  city: 'Denver',
  state: 'CO',
  postcode: '80201',
  streetAddress2: null,
  county: null,
  country: 'US',
}

it.for([
  ['nobody is known', {}, [], {}, 'made'],
  ['the email agrees', {}, [like({ emails: ['Ana@example.org'] })], {}, 0],
  ['the email is that of somebody of another name', {}, [], { isEmailOfAnother: true }, 'emailOfAnother'],
  ['the local ID agrees in another spelling', {}, [like({ localId: 'a17' })], {}, 0],
  ['the local ID is that of somebody of another name', {}, [], { isLocalIdOfAnother: true }, 'localIdOfAnother'],
  ['both were said to have the local ID', {}, [], { isLocalIdOfAnother: true, answer: 'another' }, 'made'],
  ['a namesake has nothing in common', {}, [like({})], {}, 'personUncertain'],
  ['a namesake was said to be somebody else', {}, [like({})], { answer: 'another' }, 'made'],
  ['a namesake was said to be the same', {}, [like({})], { answer: 'same' }, 0],
  ['a namesake has another email', {}, [like({ emails: ['other@example.org'] })], { identifiesBy: 'email' }, 'email'],
  [
    'a namesake with another email was said to be somebody else',
    {},
    [like({ emails: ['other@example.org'] })],
    { identifiesBy: 'email', answer: 'another' },
    'made',
  ],
  ['there is a namesake and no email', bare, [like({})], { identifiesBy: 'email' }, 'personUncertain'],
  ['there is no email', bare, [], { identifiesBy: 'email' }, 'emailNeeded'],
  ['there is no email, but none is needed', bare, [], {}, 'made'],
  ['a file told the same of somebody', bare, [like({}, byFile)], {}, 0],
  [
    'a file told of another middle name',
    { ...bare, middleName: 'Eva' },
    [like({ middleName: 'Bea' }, byFile)],
    {},
    'middleName',
  ],
  ['a file told of the initial', { ...bare, middleName: 'Eva' }, [like({ middleName: 'E.' }, byFile)], {}, 0],
  ['a file told of another suffix', { ...bare, suffix: 'Jr.' }, [like({ suffix: 'Senior' }, byFile)], {}, 'suffix'],
  ['a file told of another sex', { ...bare, sex: 'male' }, [like({ sex: 'female' }, byFile)], {}, 'sex'],
  ['a file told of no sex', { ...bare, sex: 'male' }, [like({ sex: 'refused' }, byFile)], {}, 0],
  ['a file told of another role', { ...bare, role: 'staff' }, [like({ role: 'student' }, byFile)], {}, 'role'],
  ['a file told of another local ID', { emails: [] }, [like({ localId: 'A-18' }, byFile)], {}, 'localId'],
  [
    'a file told of another telephone',
    { ...bare, phones: [{ number: '+1 213 555 0143', kind: null }] },
    [like({ phones: [{ number: '213-555-0142', kind: null }] }, byFile)],
    {},
    'telephone',
  ],
  [
    'a file told of the telephone in another spelling',
    { ...bare, phones: [{ number: '+44 7400 123456', kind: null }] },
    [like({ phones: [{ number: '07400 123456', kind: null }] }, byFile)],
    {},
    0,
  ],
  [
    'a file told of another address',
    { ...bare, address: { ...home, streetAddress: '9 Main St' } },
    [like({ address: home }, byFile)],
    {},
    'address',
  ],
  [
    'a file told of the address in another spelling',
    { ...bare, address: { ...home, streetAddress: '1 MAIN STREET', postcode: '80201-1234' } },
    [like({ address: home }, byFile)],
    {},
    0,
  ],
  [
    'an email settles an address',
    { address: { ...home, streetAddress: '9 Elm Rd' } },
    [like({ address: home, emails: person.emails })],
    {},
    0,
  ],
  [
    'an email of a family settles no middle name',
    { middleName: 'Eva' },
    [like({ middleName: 'Bea', emails: person.emails }, byFile)],
    {},
    'middleName',
  ],
  ['a local ID settles all', { middleName: 'Eva' }, [like({ middleName: 'Bea', localId: 'A-17' })], {}, 0],
  [
    'what a file has told is hashed',
    { ...bare, middleName: 'Eva' },
    [like({}, { ...byFile, hashed: hash(factsOf({ ...person, ...bare, middleName: 'Bea' })) })],
    {},
    'middleName',
  ],
  [
    'two are known and one agrees',
    { ...bare, middleName: 'Eva' },
    [like({ middleName: 'Bea' }, byFile), like({ middleName: 'E' }, { ...byFile, key: 'k~1' })],
    {},
    1,
  ],
  [
    'two are known and nothing tells which',
    bare,
    [like({ middleName: 'Bea' }, byFile), like({ middleName: 'Eva' }, { ...byFile, key: 'k~1' })],
    {},
    'whichPerson',
  ],
  [
    'somebody who differs was said to be the same',
    { ...bare, middleName: 'Eva' },
    [like({ middleName: 'Bea' }, byFile)],
    { answer: 'same' },
    0,
  ],
] as const)('if %s', ([, row, candidates, circumstances, expected]) => {
  expect(fateOf(row as Partial<ImportedPerson>, candidates, circumstances)).toBe(expected)
})
