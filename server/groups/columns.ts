import type { Group } from '../../contract/groups/endpoints.ts'
import type { Address } from '../../contract/rules/address.ts'

const names = [
  'lab_name',
  'lab_street_address',
  'lab_street_address_2',
  'lab_city',
  'lab_state',
  'lab_county',
  'lab_country',
  'lab_postcode',
  'clia',
  'provider_first_name',
  'provider_middle_name',
  'provider_last_name',
  'provider_suffix',
  'provider_npi',
] as const

type Lab = Pick<Group, 'labName' | 'labAddress' | 'clia' | 'orderingProvider'>
type LabRow = Record<(typeof names)[number], string | null>

/** The columns of a group's laboratory and ordering provider, for a query whose groups have the alias `g`. */
export const labColumns = names.map((name) => `g.${name}` as const)

/** Converts the columns of `labColumns` to the fields of the contract. */
export function labOf(row: LabRow): Lab {
  return { labName: row.lab_name, labAddress: addressOf(row), clia: row.clia, orderingProvider: providerOf(row) }
}

function addressOf(row: LabRow): Lab['labAddress'] {
  if (row.lab_country === null) return null
  // Stored addresses have passed the rules of an address.
  return {
    streetAddress: row.lab_street_address,
    streetAddress2: row.lab_street_address_2,
    city: row.lab_city,
    state: row.lab_state,
    county: row.lab_county,
    country: row.lab_country,
    postcode: row.lab_postcode,
  } as Address
}

function providerOf(row: LabRow): Lab['orderingProvider'] {
  const { provider_first_name: firstName, provider_last_name: lastName } = row
  if (firstName === null || lastName === null) return null
  const { provider_middle_name: middleName, provider_suffix: suffix, provider_npi: npi } = row
  return { firstName, middleName, lastName, suffix, npi }
}

/** Converts the fields of the contract to the columns of `labColumns`. */
export function labToRow({ labName, labAddress, clia, orderingProvider }: Lab): LabRow {
  return {
    lab_name: labName,
    lab_street_address: labAddress?.streetAddress ?? null,
    lab_street_address_2: labAddress?.streetAddress2 ?? null,
    lab_city: labAddress?.city ?? null,
    lab_state: labAddress?.state ?? null,
    lab_county: labAddress?.county ?? null,
    lab_country: labAddress?.country ?? null,
    lab_postcode: labAddress?.postcode ?? null,
    clia,
    provider_first_name: orderingProvider?.firstName ?? null,
    provider_middle_name: orderingProvider?.middleName ?? null,
    provider_last_name: orderingProvider?.lastName ?? null,
    provider_suffix: orderingProvider?.suffix ?? null,
    provider_npi: orderingProvider?.npi ?? null,
  }
}
