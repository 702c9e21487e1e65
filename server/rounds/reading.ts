import type { Reading } from '../../contract/test-records/test-record.ts'

const minute = 60_000

/**
 * Tells whether a test was read in time, by the minutes that its assay names, to the end of the last one. An assay that
 * names none is always read in time.
 */
export function readingAt(
  at: Date,
  appliedAt: Date,
  assay: { read_from_minutes: number; read_until_minutes: number },
): Reading {
  const { read_from_minutes: from, read_until_minutes: until } = assay
  if (until === 0) return 'in-time'
  const passed = at.getTime() - appliedAt.getTime()
  if (passed < from * minute) return 'early'
  return passed > (from === until ? until + 1 : until) * minute ? 'late' : 'in-time'
}
