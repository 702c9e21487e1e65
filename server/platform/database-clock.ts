import { goByClock } from '../../contract/rules/present.ts'

/**
 * Milliseconds. A reply may lie unread for a while, so among the times of this period the one with the shortest delay
 * is kept.
 */
const trust = 60_000

/**
 * The offset of the database's clock from this process's monotonic clock, which nobody can set, and the monotonic time
 * at which it was measured.
 */
let learnt: { ahead: number; at: number } | undefined

/** Takes over the database's time from a reply. From the first call on, everything in this process uses that clock. */
export function noteDatabaseTime(now: Date): void {
  const at = performance.now()
  const ahead = now.getTime() - at
  if (learnt === undefined) goByClock(() => performance.now() + (learnt?.ahead ?? 0))
  else if (ahead < learnt.ahead && at - learnt.at < trust) return
  learnt = { ahead, at }
}
