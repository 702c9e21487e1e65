import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { seeGroups } from '../groups/group-list.ts'
import { cursor } from '../listing.ts'
import { codeText, instant, rule } from '../schema.ts'
import { boundsOf, type Span } from './moments.ts'
import { exportedTypes, fhirBase, fhirJson, fhirLines, recordTypes, statusOf } from './served.ts'

const fhir = { base: fhirBase, mediaType: fhirJson } as const

/** A resource as FHIR defines it. Its form is FHIR's, and not declared here once more. */
const resource: z.ZodMiniType<{ resourceType: string }> = z.looseObject({ resourceType: z.string() })

/** The most values of a parameter that may be repeated; all of them apply. */
const mostRepeated = 10

/** A parameter that may be sent several times, read as a list. */
function repeated<T>(schema: z.ZodMiniType<T, string>) {
  return z.pipe(
    z.union([schema, z.array(schema).check(z.maxLength(mostRepeated))]),
    z.transform((sent): T[] => (Array.isArray(sent) ? sent : [sent])),
  )
}

const moment = z.pipe(
  codeText(40).check(rule('malformed', (text) => boundsOf(text) !== undefined)),
  z.transform((text): Span => boundsOf(text) ?? {}),
)

/** The ids of resources, separated by commas. */
const idList = z.pipe(
  codeText(2000).check(z.regex(/^[A-Za-z0-9.-]{1,64}(,[A-Za-z0-9.-]{1,64})*$/)),
  z.transform((text) => text.split(',')),
)

const uuid = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'

/** The id of a row, alone or behind the name of a resource that stands for it. */
function referenceTo(...types: readonly string[]) {
  return z.pipe(
    codeText(100).check(z.regex(new RegExp(`^((${types.join('|')})/)?${uuid}$`))),
    z.transform((text) => (text.split('/').at(-1) ?? '').toLowerCase()),
  )
}

/** The statuses of tests, separated by commas, as the states of records. */
const statuses = z.pipe(
  codeText(60).check(z.regex(/^(final|corrected|entered-in-error)(,(final|corrected|entered-in-error))*$/)),
  z.transform((text) => {
    const asked = text.split(',')
    return (['recorded', 'corrected', 'voided'] as const).filter((state) => asked.includes(statusOf[state]))
  }),
)

/** A code, perhaps behind its system. */
const code = z.pipe(
  codeText(200).check(z.regex(/^([A-Za-z][A-Za-z0-9:/._-]{0,99}\|)?[A-Za-z0-9.-]{1,64}$/)),
  z.transform((text) => {
    const [value = '', system] = text.split('|').toReversed()
    return { system, code: value }
  }),
)

/** The most resources of a page, also if more are asked for, and their number if it is not asked for. */
const mostCounted = 100
const usualCount = 50

const count = z.pipe(
  codeText(9).check(z.regex(/^[1-9]\d*$/)),
  z.transform((text) => Math.min(Number(text), mostCounted)),
)

const format = { _format: z.optional(z.enum(['json', 'application/json', fhirJson])) }

const paged = {
  _id: z.optional(idList),
  _lastUpdated: z.optional(repeated(moment)),
  _count: z._default(count, usualCount),
  cursor: z.optional(cursor),
  ...format,
}

/** The search of what test records are read as. A parameter that a resource does not have is refused. */
const recordSearch = z.strictObject({
  ...paged,
  date: z.optional(repeated(moment)),
  subject: z.optional(referenceTo('Patient')),
  patient: z.optional(referenceTo('Patient')),
  group: z.optional(referenceTo('Organization', 'Location')),
  code: z.optional(code),
  status: z.optional(statuses),
})
export type RecordSearch = z.infer<typeof recordSearch>

const patientSearch = z.strictObject({ ...paged, group: z.optional(referenceTo('Organization', 'Location')) })
export type PatientSearch = z.infer<typeof patientSearch>

const placeSearch = z.strictObject(paged)
export type PlaceSearch = z.infer<typeof placeSearch>

const formatted = z.strictObject(format)

/** The id of a resource, which for an Observation ends in the number of its line. */
const resourceId = codeText(64).check(z.regex(new RegExp(`^${uuid}(\\.[1-9]\\d?)?$`)), z.toLowerCase())

const seePatients = { anyOf: ['view-subjects', 'view-own-subject'] } as const
const seePlaces = { anyOf: ['view-orgs', 'view-own-org', 'view-groups', 'view-own-group'] } as const

export const getFhirCapabilities = endpoint('getFhirCapabilities', 'GET /metadata', {
  ...fhir,
  summary: 'What the FHIR interface serves, as a CapabilityStatement',
  requires: 'anyone',
  forTokens: true,
  query: formatted,
  replies: { 200: resource },
})

export const searchFhirPatients = endpoint('searchFhirPatients', 'GET /Patient', {
  ...fhir,
  summary: 'Test subjects in the user’s scope, as a Bundle of FHIR Patients',
  requires: seePatients,
  forTokens: true,
  query: patientSearch,
  replies: { 200: resource },
  audit: 'subject.opened',
})

export const readFhirPatient = endpoint('readFhirPatient', 'GET /Patient/{id}', {
  ...fhir,
  summary: 'One test subject as a FHIR Patient',
  requires: seePatients,
  forTokens: true,
  about: ['subject'],
  query: formatted,
  replies: { 200: resource },
  audit: 'subject.opened',
})

export const searchFhirOrganizations = endpoint('searchFhirOrganizations', 'GET /Organization', {
  ...fhir,
  summary: 'Organisations and groups that the user may see, as a Bundle of FHIR Organizations',
  requires: seePlaces,
  forTokens: true,
  query: placeSearch,
  replies: { 200: resource },
})

export const readFhirOrganization = endpoint('readFhirOrganization', 'GET /Organization/{id}', {
  ...fhir,
  summary: 'An organisation or a group as a FHIR Organization',
  requires: seePlaces,
  forTokens: true,
  about: ['group', 'organisation'],
  query: formatted,
  replies: { 200: resource },
})

export const searchFhirLocations = endpoint('searchFhirLocations', 'GET /Location', {
  ...fhir,
  summary: 'Groups that the user may see, as a Bundle of FHIR Locations',
  requires: seeGroups,
  forTokens: true,
  query: placeSearch,
  replies: { 200: resource },
})

export const readFhirLocation = endpoint('readFhirLocation', 'GET /Location/{id}', {
  ...fhir,
  summary: 'A group as a FHIR Location',
  requires: seeGroups,
  forTokens: true,
  about: ['group'],
  query: formatted,
  replies: { 200: resource },
})

export const searchFhirRecords = endpoint('searchFhirRecords', 'GET /{type}', {
  ...fhir,
  summary: 'Test records in the user’s scope, the voided ones included, as a Bundle of FHIR resources',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  params: z.strictObject({ type: z.enum(recordTypes) }),
  query: recordSearch,
  replies: { 200: resource },
  audit: 'test-record.opened',
})

export const readFhirRecord = endpoint('readFhirRecord', 'GET /{type}/{id}', {
  ...fhir,
  summary: 'One test record as a FHIR resource',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  about: ['test-record'],
  params: z.strictObject({ type: z.enum(recordTypes), id: resourceId }),
  query: formatted,
  replies: { 200: resource },
  audit: 'test-record.opened',
})

export const readFhirDocument = endpoint('readFhirDocument', 'GET /DiagnosticReport/{id}/$document', {
  ...fhir,
  summary: 'One test record as a FHIR document of HL7 Europe’s laboratory report',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  about: ['test-record'],
  query: formatted,
  replies: { 200: resource },
  audit: 'test-record.opened',
})

/** Streams the lines of one resource. `_since` leaves what has not changed since. */
export const exportFhir = endpoint('exportFhir', 'GET /$export/{type}', {
  ...fhir,
  summary: 'Export all test records in the user’s scope as lines of one FHIR resource',
  requires: { anyOf: ['export-tests'] },
  forTokens: true,
  params: z.strictObject({ type: z.enum(exportedTypes) }),
  query: z.strictObject({ _since: z.optional(instant) }),
  replies: { 200: null },
  produces: fhirLines,
  audit: 'test-record.exported',
})
