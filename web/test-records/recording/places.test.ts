import { expect, test } from 'vitest'
import { defaultPlace, hasPlace, isOnlyPlace } from './places.ts'

const [a, b] = ['a', 'b'].map((id) => ({ id, name: id.toUpperCase() })) as [
  { id: string; name: string },
  { id: string; name: string },
]
const none = { organisations: false, groups: false }
const last = (organisation: string, group: string) => ({
  organisation: { id: organisation, name: organisation },
  group: { id: group, name: group },
})
const groupIn = (organisationId: string, id: string) => ({ id, name: id, organisationId })

test('a single place needs no choice', () => {
  const places = { organisations: [a], groups: [groupIn('a', 'a1')], hasMore: none }
  expect(isOnlyPlace(places)).toBe(true)
  expect(defaultPlace(places, undefined)).toEqual({ organisation: a, group: { id: 'a1', name: 'a1' } })
})

test('the last used place stays chosen as long as it accepts tests', () => {
  const places = { organisations: [a, b], groups: [groupIn('b', 'b1'), groupIn('b', 'b2')], hasMore: none }
  expect(defaultPlace(places, last('b', 'b2')).group?.id).toBe('b2')
  expect(defaultPlace(places, last('b', 'gone'))).toEqual({ organisation: b, group: null })
  expect(defaultPlace(places, undefined)).toEqual({ organisation: null, group: null })
})

test('without a group in an organisation nothing can be recorded', () => {
  expect(hasPlace({ organisations: [], groups: [], hasMore: none })).toBe(false)
  expect(hasPlace({ organisations: [a], groups: [groupIn('suspended', 's1')], hasMore: none })).toBe(false)
  expect(hasPlace({ organisations: [a], groups: [groupIn('a', 'a1')], hasMore: none })).toBe(true)
})

test('if not all places are known, none counts as the only one, and the last used one is trusted', () => {
  const places = { organisations: [a], groups: [groupIn('a', 'a1')], hasMore: { organisations: false, groups: true } }
  expect(isOnlyPlace(places)).toBe(false)
  expect(defaultPlace(places, undefined)).toEqual({ organisation: a, group: null })
  expect(defaultPlace(places, last('a', 'a200')).group?.id).toBe('a200')
  expect(defaultPlace(places, last('gone', 'g1')).group).toBe(null)
  expect(hasPlace({ ...places, groups: [] })).toBe(true)
})
