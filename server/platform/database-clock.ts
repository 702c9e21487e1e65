import { goByClock } from '../../contract/rules/present.ts'

/** A reply of the database may lie unread for a while: of two that came within this time the one read sooner is right, in milliseconds. */
const trust = 60_000

/** How far the database's clock is ahead of this process' monotonic one, which nobody can set, and when that was learnt by it. */
let learnt: { ahead: number; at: number } | undefined

/** Takes over what the database has just said the time was. From the first time on everything in this process goes by that. */
export function noteDatabaseTime(now: Date): void {
  const at = performance.now()
  const ahead = now.getTime() - at
  if (learnt === undefined) goByClock(() => performance.now() + (learnt?.ahead ?? 0))
  else if (ahead < learnt.ahead && at - learnt.at < trust) return
  learnt = { ahead, at }
}
