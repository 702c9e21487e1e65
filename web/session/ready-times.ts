import { inTab } from '../browser.ts'
/**
 * The times at which tests in progress will be ready, in milliseconds since 1970, known while alerts are on. They are
 * all that outlives an idle session in its tab: nothing about the people or the tests.
 */
let upcoming: readonly number[] = []
const key = 'lateral.ready-times'

export function noteReadyTimes(times: readonly number[]): void {
  upcoming = times
}

/** Keeps the times for the page after the session. To be called once the tab's storage was emptied. */
export function keepReadyTimes(): void {
  if (upcoming.length > 0) inTab.setItem(key, JSON.stringify(upcoming))
}

/** The times that an idle session left, earliest first. Logging in or out leaves none. */
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

/** Forgets the times after a login, because the pages announce ready tests themselves. */
export function forgetReadyTimes(): void {
  inTab.removeItem(key)
}
