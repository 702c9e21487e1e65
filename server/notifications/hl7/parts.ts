import type { OrderingProvider } from '../../../contract/groups/ordering-provider.ts'
import type { Address } from '../../../contract/rules/address.ts'
import { localParts, offsetMinutes } from '../../../contract/rules/dates.ts'
import { listUsCounties } from '../../assays/service.ts'
import { countryCodes, oids } from './codes.ts'
import type { Hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import { composite, type Composite, type Fit } from './segment.ts'

/** Writes an instant by a clock of a zone, with the offset of that clock from UTC. */
export function timeIn(at: Date, zone: string): string {
  const { day, time } = localParts(at, zone)
  const offset = offsetMinutes(at, zone)
  const sign = offset < 0 ? '-' : '+'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${digitsOf(day)}${digitsOf(time)}${sign}${twoDigits(hours)}${twoDigits(minutes)}`
}

/** Writes a day, which is YYYY-MM-DD. */
export function dayOf(day: string | null): string | null {
  return day && digitsOf(day)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** An address with its use: `H` for a home, `B` for a place of work. */
export function addressOf(address: Address | null, use: 'H' | 'B', { county }: Hl7Settings): Composite | undefined {
  if (address === null) return undefined
  const fips = county === 'fips' ? fipsOf(address) : undefined
  return composite(
    address.streetAddress,
    address.streetAddress2,
    address.city,
    address.state,
    address.postcode,
    countryCodes[address.country],
    use,
    fips === undefined ? address.county : undefined,
    fips,
  )
}

/** The code of the Census for a county of the US, if it is one. */
function fipsOf({ state, county }: Address): string | undefined {
  if (state === null || county === null) return undefined
  return listUsCounties(state).find(({ name }) => name === county)?.fips
}

/**
 * A telephone, which is formatted with its country and spaces. A number of the US has its area code apart; any other
 * stays whole, because its parts depend on the country.
 */
export function phoneOf(number: string, use: 'PRN' | 'WPN', equipment: 'PH' | 'CP' = 'PH'): Composite {
  const digits = digitsOf(number)
  const us = /^1(\d{3})(\d{7})$/.exec(digits)
  if (us) return composite('', use, equipment, '', '1', us[1], us[2])
  return composite('', use, equipment, '', '', '', '', '', '', '', '', `+${digits}`)
}

export function emailOf(email: string): Composite {
  return composite('', 'NET', 'Internet', email)
}

/** The clinician in whose name a test was ordered, with their NPI if it is known. */
export function providerOf(provider: OrderingProvider | null, fit: Fit): Composite | undefined {
  if (provider === null) return undefined
  const { npi, lastName, firstName, middleName, suffix } = provider
  const issuer = npi === null ? [] : [['NPI', oids.npi, 'ISO'], 'L', '', '', 'NPI']
  const names = [fit(lastName, 'familyName'), fit(firstName, 'givenName'), fit(middleName, 'givenName')]
  return composite(npi, ...names, suffix, '', '', '', ...issuer)
}

/** An organisation with its CLIA number, if it has one: `XX` marks one that ordered, `FI` one that tested. */
export function organisationOf(name: string | null, clia: string | null, type: 'XX' | 'FI'): Composite {
  const issuer = clia === null ? [] : [['CLIA', oids.clia, 'ISO'], type, '', '', clia]
  return composite(name, 'L', '', '', '', ...issuer)
}
