import { describe, expect, it } from 'vitest'
import { harmless, unsafeAtStart } from './csv.ts'

const unsafe = [...unsafeAtStart]

describe.each(unsafe)('a text with %j', (sign) => {
  it.each(['', '"', '""'])('at its start, after the quotes %j, gets an apostrophe before everything', (quotes) => {
    expect(harmless(`${quotes}${sign}x`).slice(0, quotes.length + 2)).toBe(`'${quotes}${sign}`)
  })

  // A cell that begins with a line feed ends there.
  it.each(sign === '\n' ? [] : [';', ',', '\r', '\n'])('after %j gets an apostrophe between the two', (separator) => {
    expect(harmless(`a${separator}${sign}x`)).toBe(`a${separator}'${sign}x`)
  })

  it('in the middle of a word stays as it is', () => {
    expect(harmless(`a${sign}x`)).toBe(`a${sign}x`)
  })
})

it.each(['', 'plain', 'a, b', 'a; b', '"quoted"', "O'Neil", '1-2', 'a = b', 'señor'])('%j stays as it is', (text) => {
  expect(harmless(text)).toBe(text)
})
