import type { Params, Query } from '../../contract/endpoint.ts'
import type { exportFhir } from '../../contract/fhir/endpoints.ts'
import { noDetails, type PersonDetails } from '../../contract/subjects/details.ts'
import type { ExportedFile } from '../access/exports/exporting.ts'
import { exportPatients, toSubject, type PatientRow } from '../subjects/service.ts'
import { exportWholeRecords, type ExportedRow } from '../test-records/service.ts'
import { patientOf } from './patient.ts'
import { keptBy } from './patients-service.ts'
import { instantOf, resourcesOf } from './record-resources.ts'
import { isChangedSince } from './since-repository.ts'

type ExportedPatient = Omit<PatientRow, 'changed_at'> &
  Partial<Omit<PersonDetails, 'nhsNumber' | 'unit'>> & {
    changed_at: string
    unit: string | null
    room: string | null
    nhs_number: string | null
  }

/**
 * Exports all records in the actor's scope, voided ones included, as lines of one resource, and their subjects as Patients. With
 * `_since`, only what the audit trail has changes of that it sealed since then, or has not sealed yet.
 */
export function fhirFile({ _since }: Query<typeof exportFhir>, { type }: Params<typeof exportFhir>): ExportedFile {
  return {
    event: { action: 'test-record.exported', resourceType: 'test-record' },
    filter: { kind: type, ...(_since !== undefined && { from: _since }) },
    format: 'ndjson',
    async make(scope) {
      const where = isChangedSince(scope, _since)
      if (type === 'Patient') {
        return { rows: exportPatients(scope, where, _since), linesOf: (json) => [patientLine(JSON.parse(json))] }
      }
      const source = { tenantId: scope.tenant.id }
      const linesOf = (json: string) =>
        // The row is the one that was selected.
        resourcesOf(type, JSON.parse(json) as ExportedRow, source).map((resource) => JSON.stringify(resource))
      return { rows: exportWholeRecords(scope, where), linesOf }

      function patientLine({ unit, room, nhs_number, changed_at, ...row }: ExportedPatient): string {
        const details = { ...noDetails, ...row, nhsNumber: nhs_number, unit: null }
        const known = { ...toSubject(row), updatedAt: instantOf(changed_at), details: keptBy(scope, details) }
        return JSON.stringify(patientOf(known))
      }
    },
  }
}
