import { expect, it } from 'vitest'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import { keyOfNames, type Acquainted } from '../../subjects/service.ts'
import { judgePerson } from './judge-person.ts'

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
const like = (changes: Partial<Acquainted> = {}): Acquainted => ({
  groupId: 'g',
  subjectId: 's',
  email: null,
  dateOfBirth: person.dateOfBirth,
  nameKey: keyOfNames(person),
  hasNames: true,
  localId: null,
  isByEmail: false,
  soughtEmail: null,
  ...changes,
})
const byEmail = { isByEmail: true, soughtEmail: 'ana@example.org' }

it.for([
  ['nobody is known', {}, [], 'email', 'made'],
  ['the email agrees', {}, [like(byEmail)], 'email', { subjectId: 's' }],
  ['the email is that of a twin', {}, [like({ ...byEmail, nameKey: 'ruiz bo' })], 'email', 'emailOfAnother'],
  ['the email is that of a parent', {}, [like({ ...byEmail, dateOfBirth: '1970-01-01' })], 'names', 'emailOfAnother'],
  [
    'an email without a name agrees',
    {},
    [like({ ...byEmail, hasNames: false, nameKey: 'ana' })],
    'email',
    { subjectId: 's' },
  ],
  ['the local ID agrees in another spelling', {}, [like({ localId: 'a17' })], 'names', { subjectId: 's' }],
  ['a namesake has nothing in common', {}, [like()], 'names', 'personUncertain'],
  ['a namesake has another email', {}, [like({ email: 'other@example.org' })], 'email', 'made'],
  ['there is no email', { emails: [] }, [], 'email', 'emailNeeded'],
  ['there is no email, but none is needed', { emails: [] }, [], 'names', 'made'],
] as const)('if %s', ([, changes, known, identifiesBy, expected]) => {
  const unit = {
    lines: [2],
    person: { ...person, ...changes, emails: 'emails' in changes ? [] : person.emails },
    personKey: 'k',
    test: null,
  }
  const fate = judgePerson(unit, known, identifiesBy, (code) => ({ column: null, code }))
  const told = typeof fate === 'object' && 'problem' in fate ? fate.problem.code : fate
  expect(told).toEqual(expected)
})
