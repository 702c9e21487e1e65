import type { Reading } from '../test-records/test-record.ts'

const minute = 60_000

/** The minutes after the sample was applied from which and until which a kit is read; both 0 where it names none. */
interface ReadingMinutes {
  readFromMinutes: number
  readUntilMinutes: number
}

/** When a test is read, both ends included; null where its kit names no time. */
interface ReadingWindow {
  readFrom: Date | null
  readUntil: Date | null
}

/** Returns when a test is read, to the end of its last minute: a kit that is read 'at 15 minutes' is read within that minute. */
export function readingWindow(appliedAt: Date, { readFromMinutes, readUntilMinutes }: ReadingMinutes): ReadingWindow {
  if (readUntilMinutes === 0) return { readFrom: null, readUntil: null }
  const after = (minutes: number) => new Date(appliedAt.getTime() + minutes * minute)
  const isPoint = readFromMinutes === readUntilMinutes
  return { readFrom: after(readFromMinutes), readUntil: after(isPoint ? readUntilMinutes + 1 : readUntilMinutes) }
}

/** Tells whether a test that is read at a time is read within its window. */
export function readingAt(at: Date, { readFrom, readUntil }: ReadingWindow): Reading {
  if (readFrom !== null && at < readFrom) return 'early'
  return readUntil !== null && at > readUntil ? 'late' : 'in-time'
}
