import { meaningIn } from '../../contract/assays/meanings.ts'
import type { ShownResult } from '../../contract/test-records/shown-result.ts'
import type { Scope } from '../access/scope.ts'
import { findSaidRow, type ShownRow } from './repository.ts'

export { findShownRow, type ShownRow } from './repository.ts'

/** What a record says now to whoever has proved that they may know it. */
export function toShownResult(row: ShownRow): ShownResult {
  return {
    testId: row.test_id,
    result: row.result,
    analyteResults: row.analyte_results,
    performedAt: row.performed_at.toISOString(),
    performedZone: row.performed_zone,
    state: row.state,
    assayName: row.assay_name,
    changedAt: row.state === 'recorded' ? null : (row.changed_at ?? row.updated_at).toISOString(),
  }
}

/**
 * What a record's result means in the words of its organisation, else in the tenant's, in the reader's language; null where they
 * say no more than usual. Of a record that the reader is known to see.
 */
export async function meaningOfTest(scope: Scope, recordId: string): Promise<string | null> {
  const { result, meanings, organisation_meanings: said } = await findSaidRow(scope, recordId)
  return meaningIn({ atOrganisation: said, forEverybody: meanings }, result, scope.locale)
}
