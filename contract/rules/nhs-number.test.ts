import fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { nhsNumber, shownNhsNumber } from './nhs-number.ts'

const read = (typed: string) => z.safeParse(nhsNumber, typed).data

test.each([
  ['943 476 5919', '9434765919'],
  ['943-476-5919', '9434765919'],
  ['401 023 2137', '4010232137'],
  [' 9434765919\u00a0', '9434765919'],
])('reads %j', (typed, stored) => {
  expect(read(typed)).toBe(stored)
})

test.each(['943 476 5918', '943 476 591', '94347659190', '943476591X', '', '9434756919'])('refuses %j', (typed) => {
  expect(read(typed)).toBeUndefined()
})

test('nine digits have one check digit at most, and no wrong digit goes unnoticed', () => {
  const ten = fc.integer({ min: 0, max: 999_999_999 }).map((number) => String(number).padStart(9, '0'))
  fc.assert(
    fc.property(ten, fc.nat({ max: 8 }), fc.integer({ min: 1, max: 9 }), (nine, at, added) => {
      const valid = [...'0123456789'].filter((check) => read(nine + check) !== undefined)
      expect(valid.length).toBeLessThanOrEqual(1)
      const digit = (Number(nine[at]) + added) % 10
      const wrong = nine.slice(0, at) + String(digit) + nine.slice(at + 1)
      for (const check of valid) expect(read(wrong + check)).toBeUndefined()
    }),
  )
})

test('is shown in three groups', () => {
  expect(shownNhsNumber('9434765919')).toBe('943 476 5919')
})
