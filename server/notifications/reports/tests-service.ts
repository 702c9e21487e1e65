import { noDetails, type PersonDetails } from '../../../contract/subjects/details.ts'
import type { Scope } from '../../access/scope.ts'
import { findDetailsOf } from '../../subjects/service.ts'
import type { ReportedTest } from '../reported-test.ts'
import { readTestRows, toTest } from './tests-repository.ts'

/** Reads the tests of items in the order of `ids`, with the details that the tenant keeps of each person. */
export async function readTests(scope: Scope, ids: readonly string[]): Promise<ReportedTest[]> {
  const rows = await readTestRows(scope, ids)
  const stored = await findDetailsOf(
    scope,
    rows.map(({ subject_id }) => subject_id),
  )
  const kept = new Map(stored.map(({ subjectId, details }) => [subjectId, keptOf(scope, details)]))
  const found = new Map(rows.map((row) => [row.id, toTest(row, kept.get(row.subject_id) ?? noDetails)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function keptOf({ tenant }: Scope, details: PersonDetails): PersonDetails {
  return { ...noDetails, ...Object.fromEntries(tenant.subjectDetails.map((kind) => [kind, details[kind]])) }
}
