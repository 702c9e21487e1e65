import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { meantPassword, meetsRule, newPassword, partsOf } from './password.ts'

const isAccepted = (password: string) => z.safeParse(newPassword, password).success

test.each([
  ['Corridor-Lamp', 'small letters, capitals and symbols'],
  ['corridor-4821', 'small letters, digits and symbols'],
  ['CORRIDOR4821x', 'capitals, digits and one small letter'],
  ['Ωμέγα-λαμπτήρ', 'letters of another script'],
  [`Aa1${'x'.repeat(125)}`, '128 characters'],
  [`Aa1${'🔒'.repeat(125)}`, '128 characters, most of which are two units of UTF-16'],
])('%s is accepted: %s', (password) => {
  expect(isAccepted(password)).toBe(true)
})

test.each([
  ['Aa1-Aa1-A', 'nine characters'],
  [`Aa1${'x'.repeat(126)}`, '129 characters'],
  ['Corridor 4821', 'a space'],
  ['Corridor\u00a04821', 'a space that does not break'],
  ['corridor4821', 'two kinds'],
  ['', 'nothing'],
])('%j is refused: %s', (password) => {
  expect(isAccepted(password)).toBe(false)
})

describe('the parts shown in a form', () => {
  test('report for each part whether it is met', () => {
    expect(partsOf('short 1')).toEqual({ hasLength: false, hasNoWhiteSpace: false, kinds: new Set(['lower', 'digit']) })
    expect(partsOf('Corridor-4821')).toEqual({
      hasLength: true,
      hasNoWhiteSpace: true,
      kinds: new Set(['lower', 'upper', 'digit', 'symbol']),
    })
  })

  test('report nothing as met for an empty password', () => {
    expect(partsOf('')).toEqual({ hasLength: false, hasNoWhiteSpace: false, kinds: new Set() })
  })

  test.each(['Corridor-4821', 'Corridor 4821', 'a', 'Aa1-😀😀😀😀😀😀', `Aa1-${'😀'.repeat(63)}`])(
    'together decide about %s as the rule does',
    (password) => {
      expect(meetsRule(partsOf(password))).toBe(isAccepted(password))
    },
  )
})

describe('a normalised password', () => {
  test.each([
    ['what is copied around it', ' \u200bCorridor-4821\u00a0\r\n', 'Corridor-4821'],
    ['what is copied within it', 'Corri\u00addor-\u20604821', 'Corridor-4821'],
    ['wide letters and other hyphens', '\uff23opper\u2011Quill\u20134821', 'Copper-Quill-4821'],
    ['letters of another keyboard', 'Pin\u0303ata-4821', 'Piñata-4821'],
  ])('is the same with any copied characters: %s', (_, typed, meant) => {
    expect(meantPassword(typed)).toBe(meant)
    expect(newPassword.parse(typed)).toBe(meant)
  })

  test.each(['Corri\u200bdor1', 'Corridor 4821'])('%j becomes no easier by it', (typed) => {
    expect(isAccepted(typed)).toBe(false)
  })
})
