import type {
  Address,
  Coding,
  ContactPoint,
  Extension,
  HumanName,
  Identifier,
  Patient,
  PatientLink,
} from '@medplum/fhirtypes'
import type { Address as PostalAddress } from '../../contract/rules/address.ts'
import { ethnicities, races, type PersonDetails, type Telephone } from '../../contract/subjects/details.ts'
import { raceNames, usEthnicityNames } from '../../contract/subjects/published-names.ts'
import type { Subject } from '../../contract/subjects/subject.ts'
import type { MergedPatientRow } from '../subjects/service.ts'
import { instantOf, profiles } from './record-resources.ts'

/** A subject as it is read, with the details that its tenant keeps. */
export interface KnownSubject extends Subject {
  /** ISO 8601 in UTC. */
  updatedAt?: string
  details?: PersonDetails
  /** The subjects that were merged into it. */
  mergedIds?: readonly string[]
}

/** Writes a subject as a Patient: a person, or an animal as HL7 Europe describes one, whose species nobody records. */
export function patientOf(subject: KnownSubject): Patient {
  const { details, email, dateOfBirth, kind, mergedIds = [] } = subject
  const isPerson = kind === 'human'
  const telecom = [
    ...(email === null ? [] : [{ system: 'email' as const, value: email }]),
    ...(details?.telephones ?? []).map(phoneOf),
  ]
  const extension = isPerson ? [...raceOf(details?.race), ...ethnicityOf(details?.ethnicity)] : [animal]
  const name = nameOf(subject)
  const identifier = identifiersOf(subject)
  return {
    resourceType: 'Patient',
    id: subject.id,
    ...((subject.updatedAt !== undefined || !isPerson) && {
      meta: {
        ...(subject.updatedAt !== undefined && { lastUpdated: subject.updatedAt }),
        ...(!isPerson && { profile: [profiles.euAnimal] }),
      },
    }),
    ...(extension.length > 0 && { extension }),
    ...(identifier.length > 0 && { identifier }),
    ...(name && { name: [name] }),
    ...(isPerson && telecom.length > 0 && { telecom }),
    // US Core requires one, and what nobody keeps is unknown.
    gender: details?.sex ?? 'unknown',
    ...(dateOfBirth !== null && { birthDate: dateOfBirth }),
    ...(details?.address && { address: [addressOf(details.address)] }),
    ...(details?.guardian && { contact: [guardianOf(details.guardian)] }),
    ...(details?.language && {
      communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: details.language }] } }],
    }),
    ...(mergedIds.length > 0 && { link: mergedIds.map((former) => linkTo(former, 'replaces')) }),
  }
}

/** Writes a subject that was merged into another: who that is, and nothing else of it. */
export function mergedPatientOf({ id, kept_id, updated_at, kind }: MergedPatientRow): Patient {
  return {
    resourceType: 'Patient',
    id,
    meta: { lastUpdated: instantOf(updated_at), ...(kind !== 'human' && { profile: [profiles.euAnimal] }) },
    ...(kind !== 'human' && { extension: [animal] }),
    identifier: [{ system: uriSystem, value: `urn:uuid:${id}` }],
    active: false,
    gender: 'unknown',
    link: [linkTo(kept_id, 'replaced-by')],
  }
}

function linkTo(subjectId: string, type: 'replaces' | 'replaced-by'): PatientLink {
  return { other: { reference: `Patient/${subjectId}` }, type }
}

/** The systems of a subject's own id, and of the NHS. */
export const uriSystem = 'urn:ietf:rfc:3986'
export const nhsSystem = 'https://fhir.nhs.uk/Id/nhs-number'

const animal: Extension = {
  url: 'http://hl7.org/fhir/StructureDefinition/patient-animal',
  extension: [{ url: 'species', valueCodeableConcept: { text: 'Not recorded' } }],
}

function nameOf({ firstName, lastName }: Subject): HumanName | undefined {
  if (firstName === null && lastName === null) return undefined
  // The one name of somebody is the family name, and whoever shows names alone has it as the whole, too.
  if (firstName === null) return { text: lastName ?? '', family: lastName ?? '' }
  return { ...(lastName !== null && { family: lastName }), given: [firstName] }
}

/** A local ID is unique in its group; custom IDs identify together, so neither has a system. */
function identifiersOf({ id, localId, groupId, customId1, customId2, details }: KnownSubject): Identifier[] {
  const nhsNumber = details?.nhsNumber
  return [
    { system: uriSystem, value: `urn:uuid:${id}` },
    ...(nhsNumber ? [{ system: nhsSystem, value: nhsNumber }] : []),
    ...(localId !== null && groupId !== null ? [{ system: `urn:uuid:${groupId}`, value: localId }] : []),
    ...[customId1, customId2].flatMap((value, i) =>
      value === null ? [] : [{ type: { text: `Custom ID ${i + 1}` }, value }],
    ),
  ]
}

function phoneOf({ number, type }: Telephone): ContactPoint {
  if (type === 'unknown') return { system: 'phone', value: number }
  return { system: 'phone', value: number, use: type === 'mobile' ? 'mobile' : 'home' }
}

export function addressOf(address: PostalAddress): Address {
  const line = [address.streetAddress, address.streetAddress2].filter((one) => one !== null)
  return {
    ...(line.length > 0 && { line }),
    ...(address.city !== null && { city: address.city }),
    ...(address.county !== null && { district: address.county }),
    ...(address.state !== null && { state: address.state }),
    ...(address.postcode !== null && { postalCode: address.postcode }),
    country: address.country,
  }
}

function guardianOf(guardian: NonNullable<PersonDetails['guardian']>) {
  const telecom = [
    ...(guardian.email === null ? [] : [{ system: 'email' as const, value: guardian.email }]),
    ...(guardian.telephone === null ? [] : [phoneOf(guardian.telephone)]),
  ]
  return {
    relationship: [
      {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code: 'GUARD', display: 'guardian' }],
        ...(guardian.relation !== null && { text: guardian.relation }),
      },
    ],
    name: { text: guardian.name },
    ...(telecom.length > 0 && { telecom }),
  }
}

const cdc = 'urn:oid:2.16.840.1.113883.6.238'

/** Codes that stand for no answer are HL7's, and all others are the CDC's. */
function codingOf(code: string, display: string): Coding {
  const isMissing = code === 'UNK' || code === 'ASKU'
  return { system: isMissing ? 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor' : cdc, code, display }
}

/** US Core's extension, in which another race than the five of the OMB is a detail. */
function raceOf(race: PersonDetails['race'] | undefined): Extension[] {
  if (!race) return []
  const text = raceNames[race]
  const url = race === 'other' ? 'detailed' : 'ombCategory'
  return [
    {
      url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-race',
      extension: [
        { url, valueCoding: codingOf(races[race], text) },
        { url: 'text', valueString: text },
      ],
    },
  ]
}

/** US Core's extension for the ethnicities of the US, and that of UK Core for those of the NHS. */
function ethnicityOf(ethnicity: PersonDetails['ethnicity'] | undefined): Extension[] {
  if (!ethnicity) return []
  if (ethnicity in ethnicities.US) {
    const known = ethnicity as keyof (typeof ethnicities)['US'] // checked in the line above
    const text = usEthnicityNames[known]
    return [
      {
        url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-ethnicity',
        extension: [
          { url: 'ombCategory', valueCoding: codingOf(ethnicities.US[known], text) },
          { url: 'text', valueString: text },
        ],
      },
    ]
  }
  const code = ethnicities.GB[ethnicity as keyof (typeof ethnicities)['GB']] // each ethnicity is in one of the two
  const system = 'https://fhir.hl7.org.uk/CodeSystem/UKCore-EthnicCategoryEngland'
  return [
    {
      url: 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-EthnicCategory',
      valueCodeableConcept: { coding: [{ system, code }] },
    },
  ]
}
