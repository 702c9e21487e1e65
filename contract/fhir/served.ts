/** Where FHIR is served (HL7 FHIR R4, 4.0.1), and the media types of its JSON and of its exported lines. */
export const fhirBase = '/fhir/R4'
export const fhirJson = 'application/fhir+json'
export const fhirLines = 'application/fhir+ndjson'

/** The resources that each test record is read as. */
export const recordTypes = ['Observation', 'DiagnosticReport', 'Specimen', 'Device', 'Provenance'] as const
export type RecordType = (typeof recordTypes)[number]

/** The resources that organisations and groups are read as. */
export const placeTypes = ['Organization', 'Location'] as const
export type PlaceType = (typeof placeTypes)[number]

/** The resources that are exported as lines. */
export const exportedTypes = ['Patient', ...recordTypes] as const
export type ExportedType = (typeof exportedTypes)[number]

/** The code of every report: LOINC's laboratory report, which HL7 Europe gives the document as well. */
export const reportCode = '11502-2'

/** The status of a test in FHIR, by the state of its record. */
export const statusOf = {
  recorded: 'final',
  corrected: 'corrected',
  voided: 'entered-in-error',
} as const

/** The system of a test's status, which its observations and its report name differently. */
export const statusSystems = {
  Observation: 'http://hl7.org/fhir/observation-status',
  DiagnosticReport: 'http://hl7.org/fhir/diagnostic-report-status',
} as const

/** The category of every laboratory Observation, and that of every report, as US Core has them. */
export const categories = {
  Observation: { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' },
  DiagnosticReport: { system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' },
} as const

/** The resources that are searched and read. */
export const searchedTypes = ['Patient', ...placeTypes, ...recordTypes] as const
export type SearchedType = (typeof searchedTypes)[number]

interface SearchParameter {
  type: 'token' | 'date' | 'reference' | 'string'
  /** The resources that can be searched by it; every one without this. */
  of?: readonly SearchedType[]
}

const coded = ['Observation', 'DiagnosticReport'] as const

/** The parameters of searches, by their name in the address, for the CapabilityStatement and for what each resource takes. */
const searchParameters: Readonly<Record<string, SearchParameter>> = {
  _id: { type: 'token' },
  _lastUpdated: { type: 'date' },
  identifier: { type: 'token', of: ['Patient'] },
  name: { type: 'string', of: ['Patient', ...placeTypes] },
  family: { type: 'string', of: ['Patient'] },
  given: { type: 'string', of: ['Patient'] },
  birthdate: { type: 'date', of: ['Patient'] },
  gender: { type: 'token', of: ['Patient'] },
  date: { type: 'date', of: recordTypes },
  subject: { type: 'reference', of: recordTypes },
  patient: { type: 'reference', of: recordTypes },
  group: { type: 'reference', of: ['Patient', ...recordTypes] },
  category: { type: 'token', of: coded },
  code: { type: 'token', of: coded },
  status: { type: 'token', of: coded },
}

/** The parameters by which a resource can be searched, with their types. */
export function parametersOf(type: SearchedType): { name: string; type: SearchParameter['type'] }[] {
  return Object.entries(searchParameters)
    .filter(([, { of }]) => of === undefined || of.includes(type))
    .map(([name, parameter]) => ({ name, type: parameter.type }))
}

/** The orders in which a resource can be read; a minus sign reverses one. */
export function sortsOf(type: SearchedType): readonly string[] {
  return isRecordType(type) ? ['date', '-date'] : ['_id', '-_id']
}

function isRecordType(type: SearchedType): type is RecordType {
  return (recordTypes as readonly string[]).includes(type)
}

/** The parameters that say how a search is answered, which every resource takes. */
export const answerParameters = ['_count', '_sort', '_elements', '_summary', '_format', 'cursor', 'line'] as const
