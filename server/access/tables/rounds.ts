import type { Generated } from 'kysely'
import type { Outcome, RoundState, Timing } from '../../../contract/rounds/round.ts'
import type { Result } from '../../../contract/rules/results.ts'
import type { FieldFailure } from '../../platform/failure.ts'
import type { Json } from './column-types.ts'

/** Tables of rounds. A `bigint` comes from the database as text. */
export interface RoundTables {
  rounds: RoundsTable
  round_rows: RoundRowsTable
}

interface RoundsTable {
  tenant_id: string
  id: string
  organisation_id: string
  group_id: string
  assay_id: string
  assay_version: number
  specimen: string | null
  location: string | null
  lot: string | null
  lot_expiry: string | null
  expired_lot_reason: string | null
  zone: string
  timing: Timing
  state: Generated<RoundState>
  revision: Generated<string>
  started_at: Date
  started_by: string
  ended_at: Date | null
  ended_by: string | null
}

interface RoundRowsTable {
  tenant_id: string
  round_id: string
  subject_id: string
  revision: string
  is_removed: Generated<boolean>
  outcome: Outcome | null
  reason: string | null
  analyte_results: Json<{ analyteId: string; result: Result }[]> | null
  device_image_id: string | null
  note: string | null
  applied_at: Date | null
  performed_at: Date | null
  entered_by: string | null
  entered_at: Date | null
  test_record_id: string | null
  failure: Json<FieldFailure[]> | null
}
