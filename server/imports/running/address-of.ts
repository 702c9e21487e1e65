import { readCountry } from '../../../contract/imports/country-words.ts'
import type { ImportField } from '../../../contract/imports/fields.ts'
import type { ImportedAddress } from '../../../contract/imports/imported-person.ts'
import { zipWithZeros } from '../../../contract/imports/zip-codes.ts'
import { refusedPart, type AddressTerms } from '../../../contract/rules/address-terms.ts'
import { address, hasPart, type Address } from '../../../contract/rules/address.ts'
import type { Country } from '../../../contract/rules/countries.ts'
import { isPostcode } from '../../../contract/rules/phone-and-postcode.ts'
import { usStateNames, usStates, type UsState } from '../../../contract/rules/us-states.ts'
import { folded } from '../../../contract/rules/folding.ts'
import type { FieldProblem, ReadDetail } from './read-detail.ts'

/** Canada's provinces and territories, which SimpleReport offered beside the states. */
const provinces = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))

/**
 * Reads an address as the tenant keeps it. `has` tells whether the file has a column of a field: a part of a column of its own may be
 * typed, so the row waits for it; without a column the address is left out, and the row says so.
 */
export function addressOf(
  written: ImportedAddress,
  rules: AddressTerms,
  has: (field: ImportField) => boolean,
): ReadDetail<Address> {
  const leftOut = (...notes: FieldProblem[]): ReadDetail<Address> => ({ value: null, problems: [], notes })
  const waits = (problem: FieldProblem): ReadDetail<Address> => ({ value: null, problems: [problem], notes: [] })
  const missing = (field: 'state' | 'postcode') =>
    has(field)
      ? waits({ fields: [field], code: 'required', value: field })
      : leftOut({ fields: ['streetAddress'], code: 'addressLeftOut' })
  const { streetAddress, county } = written
  const state = stateOf(written.state)

  const country = countryOf(written, state, rules.countries)
  if (country === 'abroad') return leftOut({ fields: ['country', 'state'], code: 'addressAbroad' })
  if (streetAddress === null) {
    return leftOut({ fields: ['city', 'postcode', 'streetAddress2', 'county'], code: 'addressLeftOut' })
  }
  if (country === 'unknown') return waits({ fields: ['country'], code: 'country' })
  if (country === 'several') return waits({ fields: ['country', 'postcode'], code: 'countryMissing' })
  if (written.postcode === null) return missing('postcode')
  if (country === undefined) return waits({ fields: ['postcode'], code: 'postcode' })

  const notes: FieldProblem[] = []
  if (country === 'US') {
    if (written.state === null) return missing('state')
    if (state === undefined) return waits({ fields: ['state'], code: 'state' })
  } else if (written.state !== null) notes.push({ fields: ['state'], code: 'leftOut' })
  const hasCounty = hasPart(country, 'county')
  if (county !== null && !hasCounty) notes.push({ fields: ['county'], code: 'leftOut' })
  const zip = country === 'US' ? zipWithZeros(written.postcode, state ?? null) : undefined
  if (zip !== undefined) notes.push({ fields: ['postcode'], code: 'zerosAdded', value: zip })

  const read = address.safeParse({
    ...written,
    postcode: zip ?? written.postcode,
    country,
    state: country === 'US' ? state : null,
    county: hasCounty ? county : null,
  })
  if (!read.success || refusedPart(read.data, rules) !== undefined) {
    return waits({ fields: ['postcode'], code: 'postcode' })
  }
  return { value: read.data, problems: [], notes }
}

function stateOf(written: string | null): UsState | undefined {
  if (written === null) return undefined
  const word = folded(written)
  return usStates.find((code) => folded(code) === word || folded(usStateNames[code]) === word)
}

/**
 * The country of an address: the one that is written, else the tenant's. If the tenant has several, the postcode or the state
 * tells; undefined if none of them has such a postcode.
 */
function countryOf(
  written: ImportedAddress,
  state: UsState | undefined,
  countries: readonly Country[],
): Country | 'abroad' | 'unknown' | 'several' | undefined {
  if (written.country !== null) {
    const named = readCountry(written.country)
    return named === undefined ? 'unknown' : countries.some((one) => one === named) ? named : 'abroad'
  }
  if (countries.includes('US') && state === undefined && provinces.has(written.state?.toUpperCase() ?? ''))
    return 'abroad'
  const [only, another] = countries
  if (another === undefined) return only
  const { postcode } = written
  if (postcode === null) return 'several'
  const possible = countries.filter(
    (country) => isPostcode(postcode, country) || (country === 'US' && isShortened(postcode)),
  )
  const [one, more] = state !== undefined && possible.includes('US') ? ['US' as const] : possible
  return more === undefined ? one : 'several'
}

/** True for a ZIP code whose zeros a spreadsheet may have taken off. */
function isShortened(postcode: string): boolean {
  return /^\d{3,4}(-\d{4})?$/.test(postcode)
}
