import type { Bundle, Composition, DiagnosticReport, Resource } from '@medplum/fhirtypes'
import { v7 as newId } from 'uuid'
import type { ActorScope } from '../access/scope.ts'
import { subjectIn } from '../test-records/service.ts'
import { concept, loinc } from './codes.ts'
import { patientOf } from './patient.ts'
import {
  performerOf,
  profiles,
  reportCategory,
  reportConcept,
  reportIdentifier,
  reportOf,
  resourcesOf,
  subjectOf,
  type RecordRow,
  type Source,
} from './record-resources.ts'
import { openRecord } from './records-service.ts'

/**
 * Reads a test record as a document of HL7 Europe's laboratory report, with all that it refers to, and audits that the record
 * was opened. Throws `not-found`.
 */
export async function documentOf(scope: ActorScope, recordId: string, base: string): Promise<Bundle> {
  const row = await openRecord(scope, recordId)
  const source = { tenantId: scope.tenant.id }
  const composition = compositionOf(row, source, scope.now)
  const observations = resourcesOf('Observation', row, source)
  const resources: Resource[] = [
    composition,
    { ...reportOf(row, source), extension: [refersTo(composition)] } satisfies DiagnosticReport,
    ...(row.identity_of === null ? [] : [patientOf(subjectIn(row.group_id, row))]),
    {
      resourceType: 'Organization',
      id: row.group_id,
      identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${row.group_id}` }],
      name: performerOf(row).display,
    },
    ...observations,
    ...resourcesOf('Specimen', row, source),
    ...resourcesOf('Device', row, source).map((device) => ({ ...device })),
  ]
  return {
    resourceType: 'Bundle',
    meta: { profile: [profiles.euBundle] },
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${newId()}` },
    type: 'document',
    timestamp: scope.now.toISOString(),
    entry: resources.map((resource) => ({ fullUrl: `${base}/${resource.resourceType}/${resource.id}`, resource })),
  }
}

/** HL7's extension of R5 for R4, by which the report names its document. */
function refersTo({ id }: Composition) {
  return {
    url: 'http://hl7.org/fhir/5.0/StructureDefinition/extension-DiagnosticReport.composition',
    valueReference: { reference: `Composition/${id}` },
  }
}

/** A document that was corrected is amended, for a Composition knows no other word. */
const statuses = { recorded: 'final', corrected: 'amended', voided: 'entered-in-error' } as const

function compositionOf(row: RecordRow, source: Source, now: Date): Composition {
  const results = resourcesOf('Observation', row, source)
  return {
    resourceType: 'Composition',
    id: row.id,
    meta: { profile: [profiles.euComposition] },
    identifier: reportIdentifier(row, source),
    status: statuses[row.state],
    type: reportConcept(row),
    category: [reportCategory],
    subject: subjectOf(row),
    date: now.toISOString(),
    author: [performerOf(row)],
    title: 'Laboratory report',
    section: [
      {
        title: 'Laboratory studies',
        code: concept(loinc, '26436-6', 'Laboratory studies (set)'),
        text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${narrative(row)}</div>` },
        entry: results.map(({ id }) => ({ reference: `Observation/${id}` })),
      },
    ],
  }
}

function narrative({ analyte_results: results }: RecordRow): string {
  const lines = results.map(({ analyteName, result }) => `<li>${escaped(analyteName)}: ${result}</li>`)
  return `<ul>${lines.join('')}</ul>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
