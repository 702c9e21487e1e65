import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPattern, matchesPattern } from './tenant-pattern.ts'

const sign = fc.constantFrom('a', 'b', '1', ' ', '.', '\\d', '\\w', '\\s', '\\.', '[ab]', '[^a]', '[0-9a]', '[\\d-]')
const pattern = fc.letrec<{ part: string; whole: string }>((tie) => ({
  part: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3 },
        sign,
        tie('whole').map((inside) => `(${inside})`),
      ),
      fc.constantFrom('', '', '?', '*', '+', '{2}', '{0,2}', '{1,}'),
    )
    .map((parts) => parts.join('')),
  whole: fc
    .array(
      fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 2 },
    )
    .map((ways) => ways.join('|')),
})).whole
/** The texts are short, because JavaScript's own engine takes seconds for some of these patterns on six characters. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '.', '-'), maxLength: 4 })

it('a pattern matches exactly when JavaScript’s own engine says so', () => {
  fc.assert(
    fc.property(pattern, text, fc.constantFrom('', '^'), fc.constantFrom('', '$'), (inside, value, from, to) => {
      const source = `${from}${from || to ? `(?:${inside})` : inside}${to}`
      expect([source, value, matchesPattern(source, value)]).toEqual([source, value, new RegExp(source).test(value)])
    }),
    { numRuns: 1500 },
  )
})

it.each([
  ['^[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}$', 'SO14 3FJ', '12345'],
  ['^\\+(44|353)[0-9]{7,10}$', '+447400123456', '+17400123456'],
  ['^[0-9]{5}(-?[0-9]{4})?$', '98660-2964', '98660-29'],
])('%s accepts %s and refuses %s', (source, good, bad) => {
  expect([isPattern(source), matchesPattern(source, good), matchesPattern(source, bad)]).toEqual([true, true, false])
})

it.each([
  '(',
  ')',
  '[',
  '[]',
  'a**',
  'a+?',
  '(?=a)',
  '(?<=a)b',
  '\\1',
  '(a)\\1',
  '*',
  'a{3,2}',
  'a{',
  '^a|b$',
  '\\b',
  'a^b',
])('%s is not a pattern, and matches nothing', (source) => {
  expect([isPattern(source), matchesPattern(source, 'ab')]).toEqual([false, false])
})

it.each(['^(a+)+$', '^(a|a|aa)*$', `^${'a*'.repeat(120)}$`, '^(.*a){20}$'])(
  '%s is quick even for text that it refuses',
  (source) => {
    // A backtracking engine would run practically forever.
    expect(matchesPattern(source, `${'a'.repeat(60)}!`)).toBe(false)
  },
)

it.each(['((((((((a{999}){999}){999}){999}){999}))))', '(((((){999}){999}){999}){999})'])(
  '%s is too long when it is expanded',
  (source) => {
    expect(isPattern(source)).toBe(false)
  },
)
