import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { seeGroups } from '../groups/group-list.ts'
import { cursor, searchLength } from '../listing.ts'
import { codeText, formalText, instant, rule, searchText } from '../schema.ts'
import { boundsOf, type Span } from './moments.ts'
import { exportedTypes, fhirBase, fhirJson, fhirLines, recordTypes } from './served.ts'
import { tokensIn, valuesIn, type Token } from './written-values.ts'

const fhir = { base: fhirBase, mediaType: fhirJson } as const

/** A resource as FHIR defines it. Its form is FHIR's, and not declared here once more. */
const resource: z.ZodMiniType<{ resourceType: string }> = z.looseObject({ resourceType: z.string() })

/** The most values of a parameter that may be repeated; all of them apply. */
const mostRepeated = 10

/** A parameter that may be sent several times, read as a list. */
function repeated<T>(schema: z.ZodMiniType<T, string>) {
  return z.union([
    z.pipe(
      schema,
      z.transform((one): T[] => [one]),
    ),
    z.array(schema).check(z.maxLength(mostRepeated)),
  ])
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

/** A resource that a search names: its id, and the base where it stands if the whole address was given. */
export interface Reference {
  base: string | undefined
  id: string
}

/** References separated by commas: ids, alone or behind the name of a resource that stands for them, or whole addresses. */
function referencesTo(...types: readonly string[]) {
  const form = new RegExp(`^(?:(?:(https?://[^,|\\s]+)/)?(?:${types.join('|')})/)?([A-Za-z0-9.-]{1,64})$`)
  return z.pipe(
    codeText(2000).check(rule('malformed', (text) => text.split(',').every((one) => form.test(one)))),
    z.transform((text) =>
      text.split(',').map((one): Reference => {
        const [, base, id = ''] = form.exec(one) ?? []
        return { base, id: id.toLowerCase() }
      }),
    ),
  )
}

/** Codes, perhaps behind their systems, separated by commas. */
const tokens = z.pipe(
  formalText(2000).check(rule('malformed', (text) => tokensIn(text) !== undefined)),
  z.transform((text): Token[] => tokensIn(text) ?? []),
)

/** The beginnings of names, separated by commas. */
const strings = z.pipe(searchText(searchLength).check(z.minLength(1)), z.transform(valuesIn))

/** The most resources of a page, also if more are asked for, and their number if it is not asked for. */
const mostCounted = 100
const usualCount = 50

/** A number of resources; none at all asks for their number alone. */
const count = z.pipe(
  codeText(9).check(z.regex(/^\d+$/)),
  z.transform((text) => Math.min(Number(text), mostCounted)),
)

/** Which format a reply has is asked before anything else: see `refuseOtherFormats`. */
const format = { _format: z.optional(codeText(100)) }

const paged = {
  _id: z.optional(idList),
  _lastUpdated: z.optional(repeated(moment)),
  _count: z._default(count, usualCount),
  /** One that is not offered is left out, and not among the parameters of the page's own address. */
  _sort: z.optional(codeText(100)),
  _elements: z.optional(
    z.pipe(
      codeText(1000).check(z.regex(/^[A-Za-z]+(,[A-Za-z]+)*$/)),
      z.transform((text) => text.split(',')),
    ),
  ),
  _summary: z.optional(z.enum(['true', 'text', 'data', 'count', 'false'])),
  cursor: z.optional(cursor),
  /** The lines of the first record of the page that are on the page before. */
  line: z.optional(
    z.pipe(
      codeText(2).check(z.regex(/^[1-9]\d?$/)),
      z.transform((text) => Number(text)),
    ),
  ),
  ...format,
}

const ofPatients = z.optional(repeated(referencesTo('Patient')))
const ofGroup = z.optional(referencesTo('Organization', 'Location'))

/** The search of what test records are read as. What a resource does not take is left out: see `settleSearch` of the server. */
const recordSearch = z.object({
  ...paged,
  date: z.optional(repeated(moment)),
  subject: ofPatients,
  patient: ofPatients,
  // What was tested is always a Patient, which may be said by name.
  'subject:Patient': ofPatients,
  'patient:Patient': ofPatients,
  group: ofGroup,
  category: z.optional(repeated(tokens)),
  code: z.optional(repeated(tokens)),
  status: z.optional(repeated(tokens)),
})
export type RecordSearch = z.infer<typeof recordSearch>

const patientSearch = z.object({
  ...paged,
  group: ofGroup,
  identifier: z.optional(repeated(tokens)),
  name: z.optional(repeated(strings)),
  family: z.optional(repeated(strings)),
  given: z.optional(repeated(strings)),
  birthdate: z.optional(repeated(moment)),
  gender: z.optional(repeated(tokens)),
})
export type PatientSearch = z.infer<typeof patientSearch>

const placeSearch = z.object({ ...paged, name: z.optional(repeated(strings)) })
export type PlaceSearch = z.infer<typeof placeSearch>

/** What searches of FHIR have in common: where they may be asked by a form as well, and what a client prefers. */
const searched = {
  ...fhir,
  forTokens: true,
  byForm: '/_search',
  headers: {
    prefer: {
      required: false,
      description: '`handling=strict` refuses parameters that are not known, which are otherwise left out',
    },
  },
} as const

/** What reading one resource has in common: it is answered by 304 without a body where the caller has it already. */
const readOne = {
  ...fhir,
  forTokens: true,
  headers: {
    'if-none-match': { required: false, description: 'The ETag of what the caller has, which is then not sent again' },
  },
  replies: { 200: resource, 304: null },
} as const

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
  ...searched,
  summary: 'Test subjects in the user’s scope, as a Bundle of FHIR Patients',
  requires: seePatients,
  query: patientSearch,
  replies: { 200: resource },
  audit: 'subject.opened',
})

export const readFhirPatient = endpoint('readFhirPatient', 'GET /Patient/{id}', {
  ...readOne,
  summary: 'One test subject as a FHIR Patient',
  requires: seePatients,
  about: ['subject'],
  query: formatted,
  audit: 'subject.opened',
})

export const searchFhirOrganizations = endpoint('searchFhirOrganizations', 'GET /Organization', {
  ...searched,
  summary: 'Organisations and groups that the user may see, as a Bundle of FHIR Organizations',
  requires: seePlaces,
  query: placeSearch,
  replies: { 200: resource },
})

export const readFhirOrganization = endpoint('readFhirOrganization', 'GET /Organization/{id}', {
  ...readOne,
  summary: 'An organisation or a group as a FHIR Organization',
  requires: seePlaces,
  about: ['group', 'organisation'],
  query: formatted,
})

export const searchFhirLocations = endpoint('searchFhirLocations', 'GET /Location', {
  ...searched,
  summary: 'Groups that the user may see, as a Bundle of FHIR Locations',
  requires: seeGroups,
  query: placeSearch,
  replies: { 200: resource },
})

export const readFhirLocation = endpoint('readFhirLocation', 'GET /Location/{id}', {
  ...readOne,
  summary: 'A group as a FHIR Location',
  requires: seeGroups,
  about: ['group'],
  query: formatted,
})

export const searchFhirRecords = endpoint('searchFhirRecords', 'GET /{type}', {
  ...searched,
  summary: 'Test records in the user’s scope, the voided ones included, as a Bundle of FHIR resources',
  requires: { anyOf: ['view-tests'] },
  params: z.strictObject({ type: z.enum(recordTypes) }),
  query: recordSearch,
  replies: { 200: resource },
  audit: 'test-record.opened',
})

export const readFhirRecord = endpoint('readFhirRecord', 'GET /{type}/{id}', {
  ...readOne,
  summary: 'One test record as a FHIR resource',
  requires: { anyOf: ['view-tests'] },
  about: ['test-record'],
  params: z.strictObject({ type: z.enum(recordTypes), id: resourceId }),
  query: formatted,
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
