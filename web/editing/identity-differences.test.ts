import { expect, test } from 'vitest'
import type { WholeIdentity } from '../../contract/subjects/subject.ts'
import { differencesOf, identityFields } from './identity-differences.ts'

const nobody: WholeIdentity = {
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  email: null,
  localId: null,
  customId1: null,
  customId2: null,
}

function differing(one: Partial<WholeIdentity>, other: Partial<WholeIdentity>, kind: 'human' | 'non-human' = 'human') {
  return differencesOf({ ...nobody, ...one }, { ...nobody, ...other }, identityFields(kind))
}

test('values that read alike are equal, however they are written', () => {
  const same = { different: [], onlyOne: [] }
  const one = { firstName: 'José', lastName: 'O’Neill', localId: 'A–1', email: 'Jose@People.test' }
  const other = { firstName: 'JOSE', lastName: "O'Neill ", localId: 'a-1', email: 'jose@people.test' }
  expect(differing(one, other)).toEqual(same)
  expect(differing({ customId1: 'Nº\u00a07' }, { customId1: 'nº 7' }, 'non-human')).toEqual(same)
})

test('emails differ by any letter, and a value of only one subject belongs to that one', () => {
  expect(differing({ email: 'josé@people.test' }, { email: 'jose@people.test' }).different).toEqual(['email'])
  expect(differing({ localId: '7' }, { firstName: 'Ada' })).toEqual({
    different: [],
    onlyOne: ['firstName', 'localId'],
  })
})
