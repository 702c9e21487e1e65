import { expect, it } from 'vitest'
import { isDateCode, numberFormatOf, writtenNumber } from './number-formats.ts'

it.each([
  ['123', '00000', '00123'],
  ['123456', '00000', '123456'],
  ['9434765919', '000 000 0000', '943 476 5919'],
  ['12345678', '000\\-00\\-0000', '012-34-5678'],
  ['7', '"STU"0000', 'STU0007'],
  ['0', '000', '000'],
  // These show less than the number, or only its size.
  ['123', '0', '123'],
  ['1234', '#,##0', '1234'],
  ['7400123456', '0.00E+00', '7400123456'],
  ['5551234', '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '5551234'],
  ['12', '(###) ###', '12'],
  ['37.1', '00', '37.1'],
  ['-5', '000', '-5'],
  // Numbers are written in full, whatever their size.
  ['7.4E+09', '', '7400000000'],
  ['1.2E+22', '', '12000000000000000000000'],
  ['12345678901234567890', '', '12345678901234567890'],
  ['007', '', '7'],
])('%s by the format “%s” is %s', (written, code, shown) => {
  expect(writtenNumber(written, numberFormatOf(code))).toBe(shown)
})

it.each([
  ['dd/mm/yyyy', true],
  ['[$-409]d-mmm-yy;@', true],
  ['[h]:mm', true],
  ['[Red]0', false],
  ['0 "days"', false],
  ['General', false],
  ['0\\d', false],
  ['[', false],
  ['"year', false],
])('the format “%s” is that of a date: %s', (code, isDate) => {
  expect(isDateCode(code)).toBe(isDate)
})
