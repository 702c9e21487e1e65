import { expect, test } from 'vitest'
import { countriesRefused, examplePostcodes } from './address-terms.ts'
import { countries } from './countries.ts'
import { isPostcode, writtenPostcode } from './phone-and-postcode.ts'

test.each(countries)('every example of %s is a postcode of it, as it is written there', (country) => {
  for (const example of examplePostcodes[country]) {
    expect([isPostcode(example, country), writtenPostcode(example, country)]).toEqual([true, example])
  }
})

test.each([
  [null, []],
  ['.*', []],
  [String.raw`^\d{5}(-\d{4})?$`, ['GB', 'IE']],
  ['^[A-Z]{1,2}[0-9][A-Z0-9]?[0-9][A-Z]{2}$', ['US', 'IE', 'FR', 'DE']],
  [String.raw`^\d{5}$`, ['GB', 'IE']],
] as const)('the pattern %s refuses the postcodes of %j', (postcodeRegex, refused) => {
  expect(countriesRefused({ countries, postcodeRegex })).toEqual(refused)
})

test('only the countries of the tenant are told of', () => {
  expect(countriesRefused({ countries: ['GB', 'FR'], postcodeRegex: '^[A-Z]' })).toEqual(['FR'])
})
