import type {
  Device,
  DiagnosticReport,
  Extension,
  Meta,
  Observation,
  Provenance,
  Reference,
  Resource,
  Specimen,
} from '@medplum/fhirtypes'
import { categories, reportCode, statusOf, type RecordType } from '../../contract/fhir/served.ts'
import type { ExportedRow, WholeRow } from '../test-records/service.ts'
import { analyteConcept, concept, interpretationOf, loinc, resultConcept, specimenConcept } from './codes.ts'

/** A test record with what it names, in whose export times are texts. */
export type RecordRow = WholeRow | ExportedRow

/** What is the same for all records of a reply: the tenant, whose test IDs are unique within it. */
export interface Source {
  tenantId: string
}

const usCore = 'http://hl7.org/fhir/us/core/StructureDefinition'
const europe = 'http://hl7.eu/fhir/laboratory/StructureDefinition'

export const profiles = {
  usObservation: `${usCore}/us-core-observation-lab`,
  usReport: `${usCore}/us-core-diagnosticreport-lab`,
  euObservation: `${europe}/Observation-resultslab-eu-lab`,
  euReport: `${europe}/DiagnosticReport-eu-lab`,
  euBundle: `${europe}/Bundle-eu-lab`,
  euComposition: `${europe}/Composition-eu-lab`,
  euAnimal: `${europe}/Patient-animal-eu-lab`,
  euTestKit: `${europe}/observation-deviceLabTestKit`,
}

/** The resources of one type that a record is read as: an Observation for each of its lines, and one of any other type. */
export function resourcesOf(type: RecordType, row: RecordRow, source: Source): Resource[] {
  switch (type) {
    case 'Observation':
      return row.analyte_results.map((_, i) => observationOf(row, i))
    case 'DiagnosticReport':
      return [reportOf(row, source)]
    case 'Specimen':
      return row.specimen === null ? [] : [specimenOf(row, row.specimen, source)]
    case 'Device':
      return [deviceOf(row)]
    case 'Provenance':
      return [provenanceOf(row)]
  }
}

function metaOf(row: RecordRow, profile: string[] = []): Meta {
  const meta = { lastUpdated: instantOf(row.updated_at) }
  // The profiles of US Core are those of people.
  const own = row.subject_kind === 'human' ? profile : profile.filter((one) => !one.startsWith(usCore))
  return own.length > 0 ? { ...meta, profile: own } : meta
}

/**
 * An instant as FHIR writes it. In an export a time is PostgreSQL's text, in which it stands already: the dates that were made of
 * three such texts took more than a tenth of a line's time.
 */
export function instantOf(time: Date | string): string {
  const isWritten = typeof time === 'string' && isUtcWithMilliseconds.test(time)
  return isWritten ? `${time.slice(0, '2026-11-29T12:00:00.000'.length)}Z` : new Date(time).toISOString()
}

const isUtcWithMilliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}\+00:00$/

/** When the present version of the record was made. */
function issuedOf(row: RecordRow): string {
  return instantOf(row.state === 'recorded' ? row.recorded_at : row.updated_at)
}

/** The subject, of whom an erasure leaves nothing to refer to. */
export function subjectOf(row: RecordRow): Reference<never> {
  return row.identity_of === null ? { display: 'Anonymized' } : { reference: `Patient/${row.subject_id}` }
}

/** The group that tested, by the name of its laboratory if it has one. */
export function performerOf(row: RecordRow) {
  return { reference: `Organization/${row.group_id}`, display: row.lab_name ?? row.group_name }
}

const laboratory = concept(categories.Observation.system, categories.Observation.code, 'Laboratory')

export const reportCategory = concept(
  categories.DiagnosticReport.system,
  categories.DiagnosticReport.code,
  'Laboratory',
)

/** The id of the Observation of a line, counted from 0. */
function observationId(recordId: string, line: number): string {
  return `${recordId}.${line + 1}`
}

function observationOf(row: RecordRow, line: number): Observation {
  const found = row.analyte_results[line]
  if (found === undefined) throw new RangeError('The record has no such line')
  const kit: Extension = { url: profiles.euTestKit, valueReference: { reference: `Device/${row.id}` } }
  const interpretation = interpretationOf(found.result)
  return {
    resourceType: 'Observation',
    id: observationId(row.id, line),
    meta: metaOf(row, [profiles.usObservation, profiles.euObservation]),
    extension: [kit],
    status: statusOf[row.state],
    category: [laboratory],
    code: analyteConcept(row.analytes, found.analyteId, found.analyteName),
    subject: subjectOf(row),
    effectiveDateTime: instantOf(row.performed_at),
    issued: issuedOf(row),
    performer: [performerOf(row)],
    valueCodeableConcept: resultConcept(found.result),
    ...(interpretation && { interpretation }),
    ...(row.note !== null && { note: [{ text: row.note }] }),
    ...(row.specimen !== null && { specimen: { reference: `Specimen/${row.id}` } }),
    device: { reference: `Device/${row.id}`, display: row.assay_name },
  }
}

export function reportIdentifier(row: RecordRow, { tenantId }: Source) {
  return { system: `urn:uuid:${tenantId}`, value: row.test_id }
}

/** LOINC's laboratory report, with the name of the kit in words. */
export function reportConcept(row: RecordRow) {
  return { coding: [{ system: loinc, code: reportCode, display: 'Laboratory report' }], text: row.assay_name }
}

export function reportOf(row: RecordRow, source: Source): DiagnosticReport {
  return {
    resourceType: 'DiagnosticReport',
    id: row.id,
    meta: metaOf(row, [profiles.usReport, profiles.euReport]),
    identifier: [reportIdentifier(row, source)],
    status: statusOf[row.state],
    category: [reportCategory],
    code: reportConcept(row),
    subject: subjectOf(row),
    effectiveDateTime: instantOf(row.performed_at),
    issued: issuedOf(row),
    performer: [performerOf(row)],
    ...(row.specimen !== null && { specimen: [{ reference: `Specimen/${row.id}` }] }),
    result: row.analyte_results.map(({ analyteName }, line) => ({
      reference: `Observation/${observationId(row.id, line)}`,
      display: analyteName,
    })),
  }
}

/** The specimen of a test, which nobody says when was taken. */
function specimenOf(row: RecordRow, name: string, source: Source): Specimen {
  return {
    resourceType: 'Specimen',
    id: row.id,
    meta: metaOf(row),
    identifier: [reportIdentifier(row, source)],
    type: specimenConcept(row.specimens, name),
    subject: subjectOf(row),
  }
}

/** The very kit that a test used up, with its lot. */
function deviceOf(row: RecordRow): Device {
  const { manufacturer, model, gtin, lot } = row
  return {
    resourceType: 'Device',
    id: row.id,
    meta: metaOf(row),
    ...(gtin !== null && {
      udiCarrier: [{ deviceIdentifier: gtin, issuer: 'http://hl7.org/fhir/NamingSystem/gs1-di' }],
    }),
    ...(manufacturer !== null && { manufacturer }),
    ...(row.lot_expiry !== null && { expirationDate: row.lot_expiry }),
    ...(lot !== null && { lotNumber: lot }),
    deviceName: [{ name: row.assay_name, type: 'user-friendly-name' }],
    ...(model !== null && { modelNumber: model }),
    owner: { reference: `Organization/${row.group_id}` },
  }
}

const activities = { recorded: 'CREATE', corrected: 'UPDATE', voided: 'NULLIFY' } as const

/** Who recorded a test: for one from a file, also who did according to it. */
function provenanceOf(row: RecordRow): Provenance {
  const agent = (type: 'author' | 'enterer', name: string) => ({
    type: concept('http://terminology.hl7.org/CodeSystem/provenance-participant-type', type, titles[type]),
    who: { display: name },
    onBehalfOf: { reference: `Organization/${row.group_id}` },
  })
  const recorder = row.user_name ?? 'Anonymized'
  const agents =
    row.source_recorded_by === null
      ? [agent('author', recorder)]
      : [agent('author', row.source_recorded_by), agent('enterer', recorder)]
  return {
    resourceType: 'Provenance',
    id: row.id,
    meta: metaOf(row),
    target: [{ reference: `DiagnosticReport/${row.id}` }],
    occurredDateTime: instantOf(row.performed_at),
    recorded: issuedOf(row),
    location: { reference: `Location/${row.group_id}` },
    activity: concept(
      'http://terminology.hl7.org/CodeSystem/v3-DataOperation',
      activities[row.state],
      activities[row.state].toLowerCase(),
    ),
    agent: agents,
    ...(row.origin_id !== null && {
      entity: [
        {
          role: 'source' as const,
          what: {
            identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${row.origin_id}` },
            display: row.origin,
          },
        },
      ],
    }),
  }
}

const titles = { author: 'Author', enterer: 'Enterer' } as const
