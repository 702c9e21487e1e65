import type { PatientSearch } from '../../contract/fhir/endpoints.ts'
import { noDetails, type PersonDetails } from '../../contract/subjects/details.ts'
import { recordDoneToAll } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { found } from '../platform/failure.ts'
import { findDetailsOf, findPatientRow, listPatientRows, toSubject, type PatientRow } from '../subjects/service.ts'
import { rowsAsked } from './asked-ids.ts'
import { patientOf } from './patient.ts'
import { instantOf } from './record-resources.ts'

/** Reads a page of the subjects that match a search, and audits that each was opened. */
export async function searchPatients(scope: ActorScope, { _id, _lastUpdated, group, _count, cursor }: PatientSearch) {
  const filter = {
    ...rowsAsked(_id),
    ...(group !== undefined && { groupId: group }),
    ...(_lastUpdated !== undefined && { changed: _lastUpdated }),
  }
  const { items, page } = await listPatientRows(scope, filter, { per_page: _count, cursor })
  const resources = await asPatients(scope, items)
  return { resources, next: page.next, total: page.totalIsCapped ? undefined : page.total }
}

/** Reads one subject, and audits that. Throws `not-found`. */
export async function readPatient(scope: ActorScope, subjectId: string) {
  const row = found(await findPatientRow(scope, subjectId))
  return found((await asPatients(scope, [row]))[0])
}

async function asPatients(scope: ActorScope, rows: readonly PatientRow[]) {
  const ids = rows.map(({ subject_id }) => subject_id)
  const isKept = scope.tenant.subjectDetails.length > 0 && ids.length > 0
  const details = new Map((isKept ? await findDetailsOf(scope, ids) : []).map((one) => [one.subjectId, one.details]))
  await recordDoneToAll(scope, 'subject.opened', ids)
  return rows.map((row) =>
    patientOf({
      ...toSubject(row),
      updatedAt: instantOf(row.changed_at),
      details: keptBy(scope, details.get(row.subject_id) ?? noDetails),
    }),
  )
}

/** Leaves of a subject's details the kinds that the tenant keeps now. */
export function keptBy({ tenant }: Pick<ActorScope, 'tenant'>, details: PersonDetails): PersonDetails {
  const kept = tenant.subjectDetails.map((kind) => [kind, details[kind]])
  return { ...noDetails, ...Object.fromEntries(kept) }
}
