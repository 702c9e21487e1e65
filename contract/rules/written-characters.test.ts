import { describe, expect, it, vi } from 'vitest'
import * as phrases from '../phrases/en_GB/index.ts'
import { messageOf } from '../phrases/message-of.ts'
import {
  anyText,
  identifier,
  optionalIdentifier,
  optionalProse,
  optionalText,
  searchText,
  text,
  typedText,
} from '../schema.ts'
import { gtin, loincCode } from './assay-codes.ts'
import { clia, npi } from './npi-and-clia.ts'
import { inviteCode } from './invite-code.ts'
import { chosenName, email } from './name-and-email.ts'
import { testId } from './test-id.ts'
import { verificationCode } from './verification-code.ts'
import { readProse } from './written-characters.ts'

const problem = (schema: typeof chosenName | ReturnType<typeof optionalText>, value: string) => {
  const [issue] = schema.safeParse(value, { reportInput: true }).error?.issues ?? []
  return issue && phrases.rules[messageOf(issue).phrase]
}

/** Invisible characters by name, each between two words, with the text that readers see. */
const pasted: Record<string, [sent: string, seen: string]> = {
  'a line break': ['\r\n', ' '],
  'a tab': ['\t', ' '],
  'a line separator': ['\u2028', ' '],
  'a space that does not break': ['\u00a0', ' '],
  'a thin space': ['\u2009', ' '],
  'a narrow space that does not break': ['\u202f', ' '],
  'an ideographic space': ['\u3000', ' '],
  'spaces around a mark': [' \u200f ', ' '],
  'a Hangul filler': ['\u3164', ' '],
  'a blank braille pattern': ['\u2800', ' '],
  'a bell': ['\u0007', ''],
  'right-to-left override': ['\u202e', ''],
  'left-to-right isolate': ['\u2066', ''],
  'a right-to-left mark': ['\u200f', ''],
  'a zero-width space': ['\u200b', ''],
  'a byte order mark': ['\ufeff', ''],
  'a word joiner': ['\u2060', ''],
  'a joiner that joins nothing': ['\u200d', ''],
  'a variant of no letter': ['\ufe0f', ''],
  'a soft hyphen': ['\u00ad', ''],
  'a tag': ['\u{e0041}', ''],
}

/** Characters that are not text. */
const unreadable = {
  NUL: '\0',
  'half a pair': '\ud800',
  'no character': '\ufffe',
  'what parts a scanned code': '\u001d',
}

describe('a name', () => {
  it.each(Object.entries(pasted))('is read without %s', (_, [sent, seen]) => {
    for (const schema of [
      chosenName,
      text(10),
      optionalText(10),
      identifier(10),
      optionalIdentifier(10),
      searchText(10),
    ]) {
      expect(schema.parse(`${sent}Ann${sent}Smith${sent}`)).toBe(`Ann${seen}Smith`)
    }
  })

  it.each([...Object.values(unreadable), '\ue000'])('with %j is refused at its field', (character) => {
    for (const schema of [chosenName, text(100), optionalText(100), identifier(100), optionalIdentifier(100)]) {
      expect(problem(schema, `Ann${character}Smith`)).toBe(phrases.rules.hiddenCharacters)
    }
  })

  it.each(['...', '—', '🧪', '\u0301'])('without a letter or a digit is refused: %j', (value) => {
    for (const schema of [chosenName, text(100), optionalText(100), identifier(100)]) {
      expect(problem(schema, value)).toBe(phrases.rules.letterOrDigit)
    }
  })

  it.each(['\u200b\u200b', '\u2060', '\u3164\u3164', '\u200d', '\ufe0f'])(
    'consisting only of %j is refused',
    (value) => {
      expect(problem(chosenName, value)).toBe(phrases.rules.required)
      expect(optionalText(100).parse(value)).toBeNull()
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
    'Ward ❤️',
    'Lab 👩🏽‍🔬',
    'Team 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ])('from anywhere in the world is kept: %s', (value) => {
    expect(chosenName.parse(value)).toBe(value.normalize('NFC'))
  })

  it('is stored composed, whichever way it was typed', () => {
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

describe('a search', () => {
  it.each(['علی\u200cرضا', 'ශ්\u200dරී', '辻\u{e0100}', 'José'])('keeps the characters that a name needs: %s', (name) => {
    expect(searchText(100).parse(name)).toBe(name)
  })

  it('counts visible characters', () => {
    expect(searchText(3).parse('\u200bA\u200bn\u200bn\u200b')).toBe('Ann')
    expect(searchText(3).safeParse('Anna').success).toBe(false)
  })
})

describe('an ID', () => {
  it.each([
    ['ＥＡＲ－１２', 'EAR-12'],
    ['١٢٣ ۴۵۶', '123 456'],
    ['EAR\u201112', 'EAR-12'],
    ['EAR–12', 'EAR-12'],
    ['EAR\u00a0\u00a012', 'EAR 12'],
    ['BE\u200cLLA', 'BELLA'],
    ['علی\u200cرضا', 'علیرضا'],
    ['A\ufe0f1', 'A1'],
    ['e\u0301', 'é'],
  ])('%j is %s', (typed, meant) => {
    expect(identifier(50).parse(typed)).toBe(meant)
  })
})

describe('a code, an address or a number', () => {
  it.each([
    [npi, '\u202a123 456\u00a07890\u202c', '1234567890'],
    [npi, '１２３４５６７８９０', '1234567890'],
    [clia, '12D\u200b3456789', '12D3456789'],
    [gtin, '0\u2009 4006381\u00a033393 1', '04006381333931'],
    [loincCode, '94558\u20114', '94558-4'],
    [email, '\u2068mailto:ann@clinic.example\u2069', 'ann@clinic.example'],
    [email, 'ａｎｎ@clinic.example\u00a0', 'ann@clinic.example'],
    [testId, '\u200ebrid\u20110000\u00a00000\ufeff', 'BRID-00000000'],
    [inviteCode, '“abcd-EFGH jkmn\u00a0pqrs.tvwx 2345”\u200b', 'ABCDEFGHJKMNPQRSTVWX2345'],
    [verificationCode, ' ＡＢＣＤ efgh–2345.\n', 'ABCDEFGH2345'],
  ])('%# is read as intended', (schema, copied, meant) => {
    expect(schema.parse(copied)).toBe(meant)
  })
})

describe('a note', () => {
  it.each([
    ['\u2068Ann\u2069 said\u00a0so', 'Ann said so'],
    ['\u202eRead\u202c\u0007 late\ufeff', 'Read late'],
    ['One\u2028two\u2029three\u0085four', 'One\ntwo\nthree\nfour'],
    ['One\r\ntwo\rthree\n\r\nfour', 'One\ntwo\nthree\n\nfour'],
    [' a  b ', 'a  b'],
  ])('%j is read as %j', (pasted, seen) => {
    expect(optionalProse(100).parse(pasted)).toBe(seen)
  })

  it.each(Object.entries(unreadable))('with %s is refused at its field', (_, character) => {
    expect(problem(optionalProse(100), `Read${character}late`)).toBe(phrases.rules.hiddenCharacters)
  })

  it.each(['Two\nlines', 'Two\nlines\tand a tab', '👩🏽‍🔬', 'שלום\u200f!', '!', 'می\u200cخواهم'])(
    'may contain %j',
    (value) => {
      expect(optionalProse(100).parse(value)).toBe(value)
    },
  )
})

it.each([optionalProse, typedText])('a line break counts as one character, whichever way it is sent (%#)', (text) => {
  expect(text(5).parse('a\r\nb\r\nc')).toBe('a\nb\nc')
  expect(text(4).safeParse('a\r\nb\r\nc').success).toBe(false)
})

it('text that is still being typed stays unchanged, except for characters that no keyboard types', () => {
  expect(typedText(20).parse(' \u2066a\u2069\u00a0\u0001b\n')).toBe(' \u2066a\u2069\u00a0b\n')
  expect(typedText(20).safeParse('a\0b').success).toBe(false)
})

it('text that is far too long is refused before it is read', () => {
  const read = vi.fn((value: string) => value)
  expect(anyText(10, read).safeParse('x'.repeat(1041)).success).toBe(false)
  expect(read).not.toHaveBeenCalled()
})

it('a letter with a great many marks takes next to no time', () => {
  const marked = `a${'\u0301\u0316'.repeat(50_000)}`
  expect(readProse(marked)).toBe(marked)
  expect(readProse('a\u0301\u0316')).toBe('a\u0301\u0316'.normalize('NFC'))
})
