import { expect, test } from 'vitest'
import { merge, type Clashes } from './merge.ts'

const parts = [['name'], ['country', 'number'], ['groups'], ['isOpen'], ['address']]
const seen = {
  name: 'Ana',
  country: 'GB',
  number: '1',
  groups: ['a', 'b'],
  isOpen: true,
  address: { street: 'Hill', town: 'Leeds' },
}
const merged = (typed: Partial<typeof seen>, stored: Partial<typeof seen>, clashes: Clashes = {}) =>
  merge({ parts, seen, typed: { ...seen, ...typed }, stored: { ...seen, ...stored }, clashes })

test('values that only one side changed come from there', () => {
  const theirs = { groups: ['b'], address: { street: 'Mill', town: 'Leeds' } }
  expect(merged({ name: 'Ana Quill', isOpen: false }, theirs)).toEqual({
    values: { ...seen, name: 'Ana Quill', isOpen: false, ...theirs },
    clashes: {},
    taken: ['groups', 'address'],
  })
})

test('values that both changed stay as typed, with the other beside them, and linked fields go together', () => {
  const { values, clashes, taken } = merged({ number: '2', groups: ['a'] }, { country: 'IE', groups: ['c'] })
  expect(values).toEqual({ ...seen, number: '2', groups: ['a'] })
  expect(clashes).toEqual({
    country: { mine: { country: 'GB', number: '2' }, theirs: { country: 'IE', number: '1' }, isOpen: true },
    groups: { mine: { groups: ['a'] }, theirs: { groups: ['c'] }, isOpen: true },
  })
  expect(taken).toEqual([])
})

test('equal changes cause no conflict and are named, nor do the order of a list and space around a text', () => {
  const { values, clashes, taken } = merged({ name: 'Ana ', groups: ['c', 'a'] }, { groups: ['a', 'c'] })
  expect({ values, clashes, taken }).toEqual({
    values: { ...seen, name: 'Ana ', groups: ['c', 'a'] },
    clashes: {},
    taken: ['groups'],
  })
})

test('after a second change, a chosen value of theirs is updated, one of mine is asked about again, and nothing typed is dropped', () => {
  const first = merged({ name: 'Mine' }, { name: 'Theirs' })
  const stored = { ...seen, name: 'Theirs' }
  const again = (typed: string, name: string) =>
    merge({ parts, seen: stored, typed: { ...seen, name: typed }, stored: { ...stored, name }, clashes: first.clashes })
  expect(again('Theirs', 'Theirs now')).toMatchObject({
    values: { name: 'Theirs now' },
    clashes: { name: { mine: { name: 'Mine' }, theirs: { name: 'Theirs now' } } },
    taken: ['name'],
  })
  expect(again('Mine', 'Theirs now')).toMatchObject({
    values: { name: 'Mine' },
    clashes: { name: { mine: { name: 'Mine' }, theirs: { name: 'Theirs now' }, isOpen: true } },
  })
  expect(again('Mine', 'Theirs').clashes).toEqual(first.clashes)
  expect(again('Mine', 'Mine').clashes).toEqual({})
})
