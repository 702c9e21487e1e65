import { expect, test } from 'vitest'
import { defaultPlace, hasPlace, isOnlyPlace } from './places.ts'

const [a, b] = ['a', 'b'].map((id) => ({ id, name: id.toUpperCase() })) as [
  { id: string; name: string },
  { id: string; name: string },
]
const groupIn = (organisationId: string, id: string) => ({ id, name: id, organisationId })

test('the only place needs no choice', () => {
  const places = { organisations: [a], groups: [groupIn('a', 'a1')] }
  expect(isOnlyPlace(places)).toBe(true)
  expect(defaultPlace(places, undefined)).toEqual({ organisation: a, group: { id: 'a1', name: 'a1' } })
})

test('the place used last stands chosen as long as it accepts tests', () => {
  const places = { organisations: [a, b], groups: [groupIn('b', 'b1'), groupIn('b', 'b2')] }
  expect(defaultPlace(places, { organisationId: 'b', groupId: 'b2' }).group?.id).toBe('b2')
  expect(defaultPlace(places, { organisationId: 'b', groupId: 'gone' })).toEqual({ organisation: b, group: null })
  expect(defaultPlace(places, undefined)).toEqual({ organisation: null, group: null })
})

test('without a group in an organisation nothing can be recorded', () => {
  expect(hasPlace({ organisations: [], groups: [] })).toBe(false)
  expect(hasPlace({ organisations: [a], groups: [groupIn('suspended', 's1')] })).toBe(false)
  expect(hasPlace({ organisations: [a], groups: [groupIn('a', 'a1')] })).toBe(true)
})
