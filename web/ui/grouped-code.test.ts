import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupCode, plainCode } from './grouped-code.ts'

test.each([
  ['', ''],
  ['abcd', 'ABCD'],
  ['abcde', 'ABCD E'],
  ['ab-cd efgh—jk', 'ABCD EFGH JK'],
  [' 5m93 wgjx\n', '5M93 WGJX'],
])('%j is shown as %j', (typed, shown) => {
  expect(groupCode(typed).text).toBe(shown)
})

test.each([
  ['a character typed at the end', 'ABCDE', 5, 'ABCD E', 6],
  ['one typed in the middle', 'ABXCD EFGH', 3, 'ABXC DEFG H', 3],
  ['one taken from before a gap', 'ABC EFGH', 3, 'ABCE FGH', 3],
  ['a gap taken away, which comes back', 'ABCDEFGH', 4, 'ABCD EFGH', 4],
  ['nothing left of the caret', 'XABCD', 0, 'XABC D', 0],
])('the caret stays where it was after %s', (_, typed, caret, text, after) => {
  expect(groupCode(typed, caret)).toEqual({ text, caret: after })
})

test('grouping loses no character, and the caret never leaves the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: 40 }), (typed, at) => {
      const { text, caret } = groupCode(typed, Math.min(at, typed.length))
      expect(plainCode(text)).toBe(plainCode(typed))
      expect(groupCode(text).text).toBe(text)
      expect(caret).toBeLessThanOrEqual(text.length)
    }),
  )
})
