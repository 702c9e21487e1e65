import * as z from 'zod/mini'
import type { RulePhrase } from '../phrases/message-of.ts'
import { optionalIdentifier, optionalText } from '../schema.ts'
import { countries, type Country } from './countries.ts'
import { isPostcode, writtenPostcode } from './phone-and-postcode.ts'
import { usStates } from './us-states.ts'

const parts = z.strictObject({
  streetAddress: optionalText(200),
  streetAddress2: optionalText(200),
  city: optionalText(100),
  /** Two letters; only for an address in the US. */
  state: z._default(z.nullable(z.enum(usStates)), null),
  /** For the US, a county of `GET /assays/us-counties`; never for France or Germany. */
  county: optionalText(100),
  country: z.enum(countries),
  postcode: optionalIdentifier(16),
})
export type Address = z.infer<typeof parts>
type AddressPart = keyof Address

/**
 * An address of spec §3. Its street and its postcode come together, and parts that the country does not have are left
 * out.
 */
export const address = parts.check(z.overwrite(asWritten), (ctx) => {
  for (const { part, phrase } of faultsOf(ctx.value)) {
    ctx.issues.push({ code: 'custom', input: ctx.value[part], path: [part], params: { phrase, values: {} } })
  }
})

/** The local name of a postcode, by country, as the phrase for an invalid one. */
const postcodeRules: Record<Country, RulePhrase> = {
  US: 'zip',
  GB: 'postcodeGb',
  IE: 'eircode',
  FR: 'postcodeFr',
  DE: 'postleitzahl',
}

const withCounty: readonly Country[] = ['US', 'GB', 'IE']

/** True if addresses of a country have a part; every country has the parts that are not named here. */
export function hasPart(country: Country, part: 'state' | 'county'): boolean {
  return part === 'state' ? country === 'US' : withCounty.includes(country)
}

/** Formats the postcode as its country writes it. */
function asWritten(value: Address): Address {
  const { postcode, country } = value
  return { ...value, postcode: postcode && writtenPostcode(postcode, country) }
}

/** A refused part of an address, with its message. */
export interface Fault {
  part: AddressPart
  phrase: RulePhrase
}

function faultsOf(value: Address): Fault[] {
  const { streetAddress, postcode, country, state, county } = value
  const faults: Fault[] = []
  if (streetAddress === null) faults.push({ part: 'streetAddress', phrase: 'addressRequired' })
  if (postcode === null) faults.push({ part: 'postcode', phrase: 'postcodeRequired' })
  else if (!isPostcode(postcode, country)) faults.push({ part: 'postcode', phrase: postcodeRules[country] })
  if (country === 'US' && state === null) faults.push({ part: 'state', phrase: 'required' })
  if (!hasPart(country, 'state') && state !== null) faults.push({ part: 'state', phrase: 'malformed' })
  if (!hasPart(country, 'county') && county !== null) faults.push({ part: 'county', phrase: 'malformed' })
  return faults
}
