import { expect, it } from 'vitest'
import { isAmong, tokensIn, valuesIn } from './written-values.ts'

it.each([
  ['final', [{ system: undefined, code: 'final' }]],
  ['http://loinc.org|94558-4', [{ system: 'http://loinc.org', code: '94558-4' }]],
  ['http://loinc.org|', [{ system: 'http://loinc.org', code: undefined }]],
  ['|A 12', [{ system: '', code: 'A 12' }]],
  [
    'urn:x|a,b',
    [
      { system: 'urn:x', code: 'a' },
      { system: undefined, code: 'b' },
    ],
  ],
  [String.raw`a\,b\|c`, [{ system: undefined, code: 'a,b|c' }]],
  ['', undefined],
  ['|', undefined],
  ['final,', undefined],
  ['a|b|c', undefined],
])('%j is read as tokens', (text, tokens) => expect(tokensIn(text)).toEqual(tokens))

it('a comma in a value is written with a backslash', () =>
  expect(valuesIn(String.raw`Ann\, Lee,Bo`)).toEqual(['Ann, Lee', 'Bo']))

it.each([
  ['x', true],
  ['urn:a|x', true],
  ['urn:a|', true],
  ['|x', false],
  ['urn:b|x', false],
  ['y,x', true],
])('%s asks for the code x of urn:a: %s', (text, is) => expect(isAmong(tokensIn(text) ?? [], 'urn:a', 'x')).toBe(is))
