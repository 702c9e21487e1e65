import { overallResult, type Result } from '../../contract/rules/results.ts'
import type { SecondReading } from '../../contract/test-records/test-record.ts'
import type { Random } from './random.ts'
import { mayRecordIn, type Place, type PlacedRecord, type RecordRow } from './test-records.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/**
 * The group whose tests are read by two people, by its place in the plan, and the number of days since it began that.
 */
const twiceRead = { groupIndex: 2, days: 90 }
/**
 * The number of its latest tests that still await their second reader; `open` counts the differing readings that nobody
 * has settled.
 */
const waiting = 4
const open = 1

/** The result that a second reader sees by mistake, most often because of a faint line. */
const mistaken: Record<Result, Result> = {
  positive: 'negative',
  negative: 'positive',
  inconclusive: 'positive',
  invalid: 'negative',
}

/**
 * Adds second readings by members of the group to its tests, and marks the records. Must be called after records were
 * corrected and voided, because it leaves those out.
 */
export function readSomeTwice({ groups, members }: Place, records: readonly PlacedRecord[], now: Date, random: Random) {
  const group = groups[twiceRead.groupIndex]
  if (group === undefined) return []
  group.row.two_readers = true
  const readers = members.filter((member) => mayRecordIn(group, member))
  const rows = records
    .map(({ row }) => row)
    .filter(
      (row) =>
        row.group_id === group.row.id &&
        row.state === 'recorded' &&
        row.recorded_at.getTime() > now.getTime() - twiceRead.days * day,
    )
    .toReversed()
  for (const row of rows.slice(0, waiting)) row.second_reading = 'awaiting'
  const chosen = rows.slice(waiting).flatMap((row) => {
    const others = readers.filter((reader) => reader.row.id !== row.recorded_by)
    return others.length === 0 ? [] : [readingOf(row, random.pick(others).row.id, now, random)]
  })
  const differing = chosen.filter(({ record, reading }) => markOf(record, reading) === 'differ')
  for (const { record, reading } of chosen) record.second_reading = markOf(record, reading)
  for (const { record, reading } of differing.slice(open)) {
    const settlers = readers.filter(({ row }) => row.user_type === 'group' || row.user_type === 'organisation')
    if (settlers.length === 0) continue
    record.second_reading = 'settled'
    Object.assign(reading, {
      kept: 'first',
      settled_by: random.pick(settlers).row.id,
      settled_at: new Date(Math.min(reading.read_at.getTime() + 95 * minute, now.getTime())),
      settled_reason: 'Looked at the photo again',
      version: 2,
    })
  }
  return chosen.map(({ reading }) => reading)
}

function markOf(record: RecordRow, reading: { result: Result }): SecondReading {
  return record.result === reading.result ? 'agreed' : 'differ'
}

function readingOf(record: RecordRow, reader: string, now: Date, random: Random) {
  const isOther = random.chance(0.05)
  const lines = record.analyte_results.map((line, at) =>
    isOther ? { ...line, result: at === 0 ? mistaken[record.result] : ('negative' as const) } : line,
  )
  return {
    record,
    reading: {
      tenant_id: record.tenant_id,
      test_record_id: record.id,
      first_result: record.result,
      first_analyte_results: record.analyte_results,
      first_by: record.recorded_by,
      first_at: record.recorded_at,
      result: overallResult(lines.map(({ result }) => result)),
      analyte_results: lines,
      read_by: reader,
      read_at: new Date(Math.min(record.recorded_at.getTime() + random.between(1, 12) * minute, now.getTime())),
      note: null as string | null,
      was_seen: random.chance(0.04),
      kept: null as 'first' | 'second' | null,
      settled_by: null as string | null,
      settled_at: null as Date | null,
      settled_reason: null as string | null,
      version: 1,
    },
  }
}
