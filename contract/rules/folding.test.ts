import { expect, it } from 'vitest'
import { typedWords } from './folding.ts'

it.each([
  ['the parts of names', "O'Brien-Smith Mary", ['obrien', 'smith', 'mary']],
  ['an ID without its dashes and spaces', 'A-12 3', ['a123']],
  ['an ID with letters behind a dash', 'A-B-1c', ['ab1c']],
  ['a number that is written in groups', 'NHS 485 777 3456', ['nhs', '4857773456']],
  ['an email whole, beside an ID', 'ada-b.ash@x-y.test, B-12', ['ada-b.ash@x-y.test', 'b12']],
  ['an email whole, with dashes between its digits', 'Lee-1-2@x.test', ['lee-1-2@x.test']],
  ['the longer of two words that begin alike', 'Ann Anna', ['anna']],
])('a search is split into %s', (_what, typed, words) => {
  expect(typedWords(typed)).toEqual(words)
})
