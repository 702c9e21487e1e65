import { overallResult, type Result } from '../../contract/rules/results.ts'
import { contentTexts, keyed } from '../../contract/test-records/content-parts.ts'
import type { Random } from './random.ts'
import { quotas } from './results.ts'
import type { PlacedRecord, RecordRow } from './test-records.ts'
import type { Member } from './users.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** The codes of the reasons in spec §5; 'other' needs a text. */
const voidReasons = [
  { reason: 'created-in-error', text: null },
  { reason: 'blank-recorded-in-error', text: null },
  { reason: 'no-longer-required', text: null },
  { reason: 'other', text: 'The device was dropped before it was read' },
]

/**
 * Corrects and voids some past records in the name of members who may do so. Returns the versions that were replaced.
 */
export function changeSomeRecords(
  records: readonly PlacedRecord[],
  members: readonly Member[],
  now: Date,
  random: Random,
) {
  const old = records.filter(({ row }) => row.recorded_at.getTime() < now.getTime() - 3 * day)
  const chosen = random.shuffled(old).slice(0, quotas.corrected + quotas.voided)
  return chosen.map(({ row }, index) => {
    const snapshot = snapshotOf(row)
    const changedAt = new Date(row.recorded_at.getTime() + random.between(1, 60) * hour + random.below(hour))
    const isVoid = index >= quotas.corrected
    const { reason, text } = isVoid ? random.pick(voidReasons) : { reason: 'data-entered-incorrectly', text: null }
    if (!isVoid) correct(row, index, random)
    row.state = isVoid ? 'voided' : 'corrected'
    row.version = 2
    row.updated_at = changedAt
    return {
      tenant_id: row.tenant_id,
      test_record_id: row.id,
      version: 1,
      snapshot,
      changed_by: random.pick(members.filter((member) => mayCorrect(row, member))).row.id,
      changed_at: changedAt,
      reason,
      reason_text: text,
      note: isVoid ? null : 'Checked against the paper sheet',
    }
  })
}

/** Every fifth correction swaps positive and negative; the others change the place or the lot. */
function correct(row: RecordRow, index: number, random: Random): void {
  if (index % 5 === 0 && (row.result === 'positive' || row.result === 'negative')) {
    const to: Result = row.result === 'positive' ? 'negative' : 'positive'
    row.analyte_results = row.analyte_results.map((line, at) => ({ ...line, result: at === 0 ? to : 'negative' }))
    row.result = overallResult(row.analyte_results.map(({ result }) => result))
  } else if (index % 5 < 3) {
    row.location = `${row.location?.split(',')[0]}, moved to the day room`
  } else {
    row.note = `Sample taken ${random.between(5, 40)} minutes before the test`
  }
}

function mayCorrect(row: RecordRow, { row: user, groups }: Member): boolean {
  if (user.email_verified_at === null) return false
  if (user.user_type === 'organisation') return user.organisation_id === row.organisation_id
  return (
    user.user_type === 'tenant' || groups.some((group) => group.row.id === row.group_id && user.user_type === 'group')
  )
}

/** The correctable fields of a record, under their names in the API. */
function snapshotOf(row: RecordRow) {
  return {
    performedAt: row.performed_at.toISOString(),
    performedZone: row.performed_zone,
    subjectId: row.subject_id,
    assayId: row.assay_id,
    result: row.result,
    analyteResults: row.analyte_results,
    // Demo records have no other texts.
    ...keyed(contentTexts, () => null),
    specimen: row.specimen,
    location: row.location,
    coordinates: row.latitude === null ? null : { latitude: row.latitude, longitude: row.longitude },
    deviceImageId: row.device_image_id,
    lot: row.lot,
    lotExpiry: row.lot_expiry,
    note: row.note,
    state: row.state,
  }
}
