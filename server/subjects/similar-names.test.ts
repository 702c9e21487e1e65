import { expect, it } from 'vitest'
import { areSameNames, areSimilarNames } from './similar-names.ts'

it.each([
  ['Ana Quill', 'ana quill'],
  ['Ana Quill', 'Quill Ana'],
  ['José Zúñiga', 'Jose Zuniga'],
  ['Ana Quill', 'Ana María Quill'],
  ['Kat Quill', 'Katherine Quill'],
  ['Jonathan Marlowe', 'Johnathan Marlow'],
  ['Quintessa Marlowe', 'Quitnessa Marlowe'],
  ['Ann Li', 'Anne Li'],
])('%s and %s may be one person', (one, other) => {
  expect([areSimilarNames(one, other), areSimilarNames(other, one)]).toEqual([true, true])
})

it.each([
  ['Ana Quill', 'Ben Quill'],
  ['Ana Quill', ''],
  ['', ''],
  ['A', 'Ana Quill'],
  ['Li', 'Lu Xi'],
  ['Maria Lopez', 'Mario Gomez'],
])('%s and %s are two', (one, other) => {
  expect([areSimilarNames(one, other), areSimilarNames(other, one)]).toEqual([false, false])
})

it('the same name is the same words in any order, however they are written', () => {
  expect([areSameNames('José Quinn-Lee', 'quinn lee JOSE'), areSameNames('Ana Quill', 'Ana Quil')]).toEqual([
    true,
    false,
  ])
  expect(areSameNames('', '')).toBe(false)
})
