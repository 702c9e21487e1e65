import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { MetadataJson } from 'libphonenumber-js/core'
import all from 'libphonenumber-js/max/metadata'
import { afterAll, expect, test, vi } from 'vitest'
import { ownPhoneTables } from './phone-tables.ts'
import { countries } from './countries.ts'

const path = 'libphonenumber-js/max/metadata'
const codes = ['1', '44', '353', '33', '49', '590', '594', '596', '262', '508', '687', '689', '681', '350', '377']

afterAll(() => vi.doUnmock(path))

async function ruleWith(tables: MetadataJson) {
  vi.resetModules()
  vi.doMock(path, () => ({ default: tables }))
  return await import('./phone-number.ts')
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** Numbers in plausible and implausible notations: national, international, with our calling codes and with others. */
const numbers = fc
  .tuple(
    fc.constantFrom('', '0', '1', '+', '00', '011', '00 ', '+ ('),
    fc.oneof(fc.constantFrom('', ...codes), fc.constantFrom(...Object.keys(all.country_calling_codes)), digits(0, 3)),
    fc.oneof(digits(9, 10), digits(0, 12)),
  )
  .map((parts) => parts.join(''))

test('the rule gives the same results with the tables that browsers load as with all tables', async () => {
  const whole = await ruleWith(all)
  const own = await ruleWith(ownPhoneTables(all))
  let read = 0
  fc.assert(
    fc.property(numbers, (number) => {
      for (const country of countries) {
        for (const line of ['mobile', 'fixed-line', 'either'] as const) {
          const found = whole.readPhone({ country, number }, line, null)
          expect(own.readPhone({ country, number }, line, null)).toEqual(found)
          if ('problem' in found) continue
          read += 1
          expect(own.writePhone(found.number)).toEqual(whole.writePhone(found.number))
        }
      }
      expect(own.writePhone(`+${number}`)).toEqual(whole.writePhone(`+${number}`))
    }),
    { numRuns: 3000 },
  )
  expect(read).toBeGreaterThan(500)
})

test('those tables cover exactly our countries and those that share a calling code with them', () => {
  const own = ownPhoneTables(all)
  expect(Object.keys(own.country_calling_codes).toSorted()).toEqual(codes.toSorted())
  expect(Object.keys(own.countries)).toEqual(expect.arrayContaining([...countries, 'CA', 'PR', 'GG', 'IM', 'JE']))
  expect(Object.keys(own.countries)).not.toContain('ES')
  expect(gzipSync(JSON.stringify(own)).length).toBeLessThan(8_000)
})
