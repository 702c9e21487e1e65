import { meaningIn } from '../../contract/assays/meanings.ts'
import type { ShownResult } from '../../contract/test-records/shown-result.ts'
import type { Scope } from '../access/scope.ts'
import { findSaidRow, type ShownRow } from './repository.ts'

export { findShownRow, type ShownRow } from './repository.ts'

/** Shows a record to a person who has proved that they may see it. */
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
 * Returns the meaning of a record's result in the reader's language, in the words of its organisation or else the
 * tenant's; null when neither has any. The caller must have checked that the reader may see the record.
 */
export async function meaningOfTest(scope: Scope, recordId: string): Promise<string | null> {
  const { result, meanings, organisation_meanings: said } = await findSaidRow(scope, recordId)
  return meaningIn({ atOrganisation: said, forEverybody: meanings }, result, scope.locale)
}
