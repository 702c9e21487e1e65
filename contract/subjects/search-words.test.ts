import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedWords } from '../rules/folding.ts'
import { inWhole, isToldByWhole, searchRowsOf } from './search-words.ts'

/** Few letters and all separators of words, so that one text often begins a word of another. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', 'Ñ', 'ß', '1', ' ', '-', '–', "'", '’', '.', '@', '+', '(', '/', '"'),
  maxLength: 9,
})
const identity = fc.record({
  email: text,
  firstName: text,
  lastName: text,
  localId: text,
  customId1: fc.constant(null),
  customId2: fc.constant(null),
})

test('the indexed words of a subject tell whether another of its words begins with the typed text', () => {
  fc.assert(
    fc.property(fc.array(identity, { minLength: 1, maxLength: 2 }), text, (identities, typed) => {
      const rows = searchRowsOf(...identities)
      for (const { whole } of rows) {
        for (const word of typedWords(typed).filter(isToldByWhole)) {
          expect(whole?.includes(inWhole(word))).toBe(rows.some((row) => row.word.startsWith(word)))
        }
      }
    }),
    { numRuns: 2000 },
  )
})

test('a space after the @ of an email does not begin a word', () => {
  const [row] = searchRowsOf({
    email: 'a@ b@',
    firstName: null,
    lastName: null,
    localId: null,
    customId1: null,
    customId2: null,
  })
  expect(row?.whole?.includes(inWhole('a@b'))).toBe(false)
  expect(row?.whole?.includes(inWhole('b'))).toBe(false)
})

test('text that is too long for the index is left out', () => {
  const nobody = { email: null, firstName: null, lastName: 'Doe', localId: null, customId1: null, customId2: null }
  expect(searchRowsOf(nobody)).toEqual([{ word: 'doe', whole: ' doe' }])
  const rows = searchRowsOf({
    ...nobody,
    firstName: '語'.repeat(100),
    lastName: '語'.repeat(100),
    email: '語'.repeat(400),
  })
  expect(rows.map(({ whole }) => whole)).toEqual([null, null, null])
})
