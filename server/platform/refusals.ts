import type { ErrorCode } from '../../contract/errors/errors.ts'
import { isCrowdedOut, isDatabaseAway, isDiskFull, isTimedOut } from './database-away.ts'

/**
 * Reasons for which requests are answered with 503, as `/metrics` and the log name it. `lock-conflict`: another transaction held the
 * row for too long. `too-busy`: the work was refused before it began, so that others are served. `timed-out`: no
 * connection to the database, or no answer from it, came in time.
 */
export const refusalReasons = [
  'database-away',
  'disk-full',
  'draining',
  'export-queued',
  'files-away',
  'lock-conflict',
  'not-ready',
  'other',
  'timed-out',
  'too-busy',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** The part of a `Failure` that tells why it happened. */
interface Refused {
  code: ErrorCode
  reason: RefusalReason | undefined
  cause?: unknown
}

/** Tells why a failure that answers 503 happened: by what it says itself, or else by its cause. */
export function reasonOf({ code, reason, cause }: Refused): RefusalReason {
  if (reason !== undefined) return reason
  if (code === 'export-queued') return 'export-queued'
  if (isDiskFull(cause)) return 'disk-full'
  if (isTimedOut(cause)) return 'timed-out'
  if (isCrowdedOut(cause)) return 'lock-conflict'
  return isDatabaseAway(cause) ? 'database-away' : 'other'
}
