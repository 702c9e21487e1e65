import { readingAt, readingWindow } from '../../contract/rules/reading-window.ts'
import type { Reading } from '../../contract/test-records/test-record.ts'
import type { FoundRound } from './repository.ts'

/** Tells whether a test of a round was read in time. */
export function readingIn(
  { read_from_minutes, read_until_minutes }: Pick<FoundRound, 'read_from_minutes' | 'read_until_minutes'>,
  { at, appliedAt }: { at: Date; appliedAt: Date },
): Reading {
  const minutes = { readFromMinutes: read_from_minutes, readUntilMinutes: read_until_minutes }
  return readingAt(at, readingWindow(appliedAt, minutes))
}
