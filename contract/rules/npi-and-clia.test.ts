import { expect, test } from 'vitest'
import { hasNpiCheckDigit, npi } from './npi-and-clia.ts'

test('an NPI is ten digits, whatever its check digit is', () => {
  expect(npi.parse('1234567890')).toBe('1234567890')
  expect(npi.safeParse('123456789').success).toBe(false)
})

test.for([
  // The example of the NPI standard.
  ['1234567893', true],
  ['1730000100', true],
  ['1234567890', false],
  ['1234567839', false],
  ['123456789', false],
  ['', false],
] as const)('the check digit of %j is sound: %j', ([number, isSound]) => {
  expect(hasNpiCheckDigit(number)).toBe(isSound)
})
