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

interface SearchParameter {
  type: 'token' | 'date' | 'reference'
  /** The resources that can be searched by it; every one without this. */
  of?: readonly string[]
}

/** The parameters of searches, by their name in the address, for the CapabilityStatement and for what each resource takes. */
export const searchParameters: Readonly<Record<string, SearchParameter>> = {
  _id: { type: 'token' },
  _lastUpdated: { type: 'date' },
  date: { type: 'date', of: recordTypes },
  subject: { type: 'reference', of: recordTypes },
  patient: { type: 'reference', of: recordTypes },
  group: { type: 'reference', of: ['Patient', ...recordTypes] },
  code: { type: 'token', of: ['Observation', 'DiagnosticReport'] },
  status: { type: 'token', of: ['Observation', 'DiagnosticReport'] },
}
