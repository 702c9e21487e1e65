import { meaningIn } from '../../contract/assays/meanings.ts'
import type { ShownResult } from '../../contract/test-records/shown-result.ts'
import type { SetOutcome } from '../../contract/test-sets/outcome.ts'
import type { Scope } from '../access/scope.ts'
import { toOutcome } from './outcome.ts'
import { findSaidRow, findSetOfTest, type ShownRow } from './repository.ts'

export { findSetOfTest, findShownRow, type ShownRow } from './repository.ts'

export { toOutcome } from './outcome.ts'

/** Shows a record to a person who has proved that they may see it, with the outcome of its set of tests if it has one. */
export async function showResult(scope: Scope, row: ShownRow): Promise<ShownResult> {
  const outcome = await outcomeOfTest(scope, row.id)
  return {
    ...(outcome !== null && { outcome }),
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
 * tenant's; null when neither has any, and for a test whose set says something else than it does. The caller must have checked that the reader may see the record.
 */
export async function meaningOfTest(scope: Scope, recordId: string): Promise<string | null> {
  const { result, meanings, organisation_meanings: said } = await findSaidRow(scope, recordId)
  const outcome = await outcomeOfTest(scope, recordId)
  if (outcome !== null && outcome.result !== result) return null
  return meaningIn({ atOrganisation: said, forEverybody: meanings }, result, scope.locale)
}

async function outcomeOfTest(scope: Scope, recordId: string): Promise<SetOutcome | null> {
  const row = await findSetOfTest(scope, recordId)
  return row === undefined ? null : toOutcome(row.outcomes, row)
}
