import type { ShownResult } from '../../contract/test-records/shown-result.ts'
import type { ShownRow } from './repository.ts'

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
