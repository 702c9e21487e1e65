import { describe, expect, it } from 'vitest'
import * as phrases from '../phrases/en_GB/index.ts'
import { messageOf } from '../phrases/message-of.ts'
import { optionalProse, optionalText, searchText, text } from '../schema.ts'
import { chosenName } from './name-and-email.ts'

const problem = (schema: typeof chosenName | ReturnType<typeof optionalText>, value: string) => {
  const [issue] = schema.safeParse(value, { reportInput: true }).error?.issues ?? []
  return issue && phrases.rules[messageOf(issue).phrase]
}

/** Characters by name, because an editor shows none of them. */
const hidden = {
  'a line break': '\n',
  'a carriage return': '\r',
  'a tab': '\t',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  NUL: '\0',
  'right-to-left override': '\u202e',
  'left-to-right isolate': '\u2066',
  'a right-to-left mark': '\u200f',
  'a zero-width space': '\u200b',
  'a word joiner': '\u2060',
  'a soft hyphen': '\u00ad',
  'a Hangul filler': '\u3164',
  'a blank braille pattern': '\u2800',
  'a tag': '\u{e0041}',
  'half a pair': '\ud800',
  'a joiner at the end of a word': '\u200d ',
}

describe('a name', () => {
  it.each(Object.entries(hidden))('with %s is refused at its field', (_, character) => {
    for (const schema of [chosenName, text(100), optionalText(100)]) {
      expect(problem(schema, `Ann${character}Smith`)).toBe(phrases.rules.hiddenCharacters)
    }
  })

  it.each(['\u200b\u200b', '\u2060', '\u3164\u3164', '\u200d', '\ufe0f', '...', '—', '🧪', '\u0301'])(
    'without a letter or a digit is refused: %j',
    (value) => {
      for (const schema of [chosenName, text(100), optionalText(100)]) expect(problem(schema, value)).toBeDefined()
    },
  )

  it.each([
    'Ann Smith',
    "Siobhán O'Brien-Núñez",
    'José María',
    'علی\u200cرضا',
    'ශ්\u200dරී',
    '辻\u{e0100}',
    'Nguyễn Thị',
    'Dr. J.R. Smith',
    'St.John',
    'Smith & Sons (3)',
  ])('of the world is kept: %s', (value) => {
    expect(chosenName.parse(value)).toBe(value.normalize('NFC'))
  })

  it('is kept composed, whichever way it was typed', () => {
    expect(chosenName.parse('Jose\u0301')).toBe('José')
    expect(optionalText(4).parse(' Jose\u0301 ')).toBe('José')
  })

  it.each(['evil.example', 'Win at evil.example now', 'https://evil', 'www.evil', 'ann@evil.example', 'evil。example'])(
    'that is a web address is refused: %s',
    (value) => {
      expect(problem(chosenName, value)).toBe(phrases.rules.nameIsAddress)
    },
  )
})

describe('what is searched', () => {
  it.each(Object.entries(hidden))('is read without %s', (_, character) => {
    const isBreak = /\s/.test(character)
    expect(searchText(100).parse(`${character}Ann${character}Smith${character}`)).toBe(
      isBreak ? 'Ann Smith' : 'AnnSmith',
    )
  })

  it.each(['علی\u200cرضا', 'ශ්\u200dරී', '辻\u{e0100}', 'José'])('keeps what a name needs: %s', (name) => {
    expect(searchText(100).parse(name)).toBe(name)
  })

  it('counts what is seen', () => {
    expect(searchText(3).parse('\u200bA\u200bn\u200bn\u200b')).toBe('Ann')
    expect(searchText(3).safeParse('Anna').success).toBe(false)
  })
})

describe('a note', () => {
  it.each(['\u202e', '\u2066', '\u2069', '\u202a', '\0', '\u0007', '\ud800', '\u2028'])(
    'with %j is refused at its field',
    (character) => {
      expect(problem(optionalProse(100), `Read${character}late`)).toBe(phrases.rules.hiddenCharacters)
    },
  )

  it.each(['Two\nlines', 'Two\r\nlines\tand a tab', '👩🏽‍🔬', 'שלום\u200f!', '!'])('may hold %j', (value) => {
    expect(optionalProse(100).parse(value)).toBe(value)
  })
})
