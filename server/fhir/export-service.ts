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
import { writeWithVersion } from './versions.ts'

type ExportedPatient = Omit<PatientRow, 'changed_at'> &
  Partial<Omit<PersonDetails, 'nhsNumber' | 'unit'>> & {
    changed_at: string
    unit: string | null
    room: string | null
    nhs_number: string | null
  }

/**
 * Minutes before the time of `_since` whose changes are exported as well. What an export did not see, because its transaction
 * was not committed yet, has the time at which that transaction began, and none takes as long as this.
 */
const minutesBefore = 5

/**
 * Exports all records in the actor's scope, voided ones included, as lines of one resource, and their subjects as Patients. With
 * `_since`, only what the audit trail has changes of that it sealed since shortly before then, or has not sealed yet.
 */
export function fhirFile({ _since }: Query<typeof exportFhir>, { type }: Params<typeof exportFhir>): ExportedFile {
  return {
    event: { action: 'test-record.exported', resourceType: 'test-record' },
    filter: { kind: type, ...(_since !== undefined && { from: _since }) },
    format: 'ndjson',
    async make(scope) {
      const since = _since && new Date(Math.max(0, Date.parse(_since) - minutesBefore * 60_000)).toISOString()
      const where = isChangedSince(scope, since)
      if (type === 'Patient') {
        return { rows: exportPatients(scope, where, since), linesOf: (json) => [patientLine(JSON.parse(json))] }
      }
      const source = { tenantId: scope.tenant.id }
      const linesOf = (json: string) =>
        // The row is the one that was selected.
        resourcesOf(type, JSON.parse(json) as ExportedRow, source).map(writeWithVersion)
      return { rows: exportWholeRecords(scope, where), linesOf }

      function patientLine({ unit, room, nhs_number, changed_at, merged_ids, ...row }: ExportedPatient): string {
        const details = { ...noDetails, ...row, nhsNumber: nhs_number, unit: null }
        const known = {
          ...toSubject(row),
          updatedAt: instantOf(changed_at),
          mergedIds: merged_ids,
          details: keptBy(scope, details),
        }
        return writeWithVersion(patientOf(known))
      }
    },
  }
}
