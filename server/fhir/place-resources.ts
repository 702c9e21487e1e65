import type { Location, Organization } from '@medplum/fhirtypes'
import type { Address } from '../../contract/rules/address.ts'
import { addressOf } from './patient.ts'
import type { PlaceRow } from './places-repository.ts'
import { instantOf } from './record-resources.ts'

/** A CLIA number names a laboratory in the US, and an NPI an organisation. */
const clia = 'urn:oid:2.16.840.1.113883.4.7'
const npi = 'http://hl7.org/fhir/sid/us-npi'

/** Writes an organisation, or a group as a part of one, by the name of its laboratory if it has one. */
export function organizationOf(row: PlaceRow): Organization {
  const identifier = [
    { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${row.id}` },
    ...(row.clia === null ? [] : [{ system: clia, value: row.clia }]),
    ...(row.npi === null ? [] : [{ system: npi, value: row.npi }]),
  ]
  return {
    resourceType: 'Organization',
    id: row.id,
    meta: metaOf(row),
    identifier,
    active: row.status === 'active',
    name: row.lab_name ?? row.name,
    ...(row.lab_name !== null && { alias: [row.name] }),
    ...contactOf(row, (address) => ({ address: [address] })),
    ...(row.part_of !== null && { partOf: { reference: `Organization/${row.part_of}` } }),
  }
}

/** Writes a group as the place where it tests. */
export function locationOf(row: PlaceRow): Location {
  return {
    resourceType: 'Location',
    id: row.id,
    meta: metaOf(row),
    status: row.status === 'active' ? 'active' : 'suspended',
    name: row.name,
    ...(row.location !== null && { description: row.location }),
    ...contactOf(row, (address) => ({ address })),
    managingOrganization: { reference: `Organization/${row.id}` },
  }
}

function metaOf({ updated_at }: PlaceRow) {
  return { lastUpdated: instantOf(updated_at) }
}

function contactOf<T>(row: PlaceRow, placed: (address: ReturnType<typeof addressOf>) => T) {
  const {
    street_address: streetAddress,
    street_address_2: streetAddress2,
    city,
    state,
    county,
    country,
    postcode,
  } = row
  return {
    ...(row.phone !== null && { telecom: [{ system: 'phone' as const, value: row.phone }] }),
    // Stored addresses have passed the rules of an address.
    ...(country !== null &&
      placed(addressOf({ streetAddress, streetAddress2, city, state, county, country, postcode } as Address))),
  }
}
