import { inTab } from '../browser.ts'
/**
 * When tests in progress will be ready, in milliseconds since 1970: known while alerts are on. It is all
 * that outlives a session that ended for being idle, in its tab: nothing of whose tests they are, or of which.
 */
let upcoming: readonly number[] = []
const key = 'lateral.ready-times'

/** Notes the times that are still to come, in place of those before. */
export function noteReadyTimes(times: readonly number[]): void {
  upcoming = times
}

/** Keeps them for the page that comes after the session. To be called once the tab was emptied. */
export function keepReadyTimes(): void {
  if (upcoming.length > 0) inTab.setItem(key, JSON.stringify(upcoming))
}

/** What the session before has left, the earliest first. Logging in and out leaves nothing. */
export function loadReadyTimes(): readonly number[] {
  try {
    const kept: unknown = JSON.parse(inTab.getItem(key) ?? '[]')
    return Array.isArray(kept)
      ? kept
          .map(Number)
          .filter(Number.isFinite)
          .toSorted((a, b) => a - b)
      : []
  } catch {
    return []
  }
}

/** Forgets them: somebody has logged in, who is told by the pages. */
export function forgetReadyTimes(): void {
  inTab.removeItem(key)
}
