import type { Preferences } from '../../contract/tenants/preferences.ts'
import { inBrowser } from '../browser.ts'
import { presentTime } from '../../contract/rules/present.ts'

/** Under which the browser's storage keeps them. */
export const cacheKey = 'lateral.preferences'

interface Cached {
  /** The hour in which they were fetched, as hours since 1970. */
  hour: number
  preferences: Preferences
}

/** The preferences kept in this browser with the hour they are from, or undefined. */
export function readCachedPreferences(): Cached | undefined {
  try {
    const stored = inBrowser.getItem(cacheKey)
    // Written below by this version or an earlier one; `isUsable` refuses what is not whole.
    const cached = stored === null ? undefined : (JSON.parse(stored) as Cached)
    return cached && isUsable(cached) ? cached : undefined
  } catch {
    // Storage is switched off or holds something else: as if there were nothing.
    return undefined
  }
}

/** Keeps preferences for the next start. Without storage they are fetched each time, and those of a suspended tenant are, too. */
export function cachePreferences(preferences: Preferences, now = presentTime().getTime()): void {
  try {
    if (preferences.suspension !== null) return inBrowser.removeItem(cacheKey)
    inBrowser.setItem(cacheKey, JSON.stringify({ hour: hourOf(now), preferences } satisfies Cached))
  } catch {
    return
  }
}

/** Has the next start fetch them anew, as before another tenant's brand. */
export function forgetCachedPreferences(): void {
  inBrowser.removeItem(cacheKey)
}

/** The hour of day changes on the hour everywhere but in zones with odd offsets, where the quarter hardly matters. */
export function hourOf(now: number): number {
  return Math.floor(now / 3_600_000)
}

function isUsable(cached: Cached): boolean {
  const { preferences } = cached
  return (
    typeof cached.hour === 'number' &&
    typeof preferences?.version === 'number' &&
    typeof preferences.theme?.web?.primary === 'string' &&
    Array.isArray(preferences.availableLanguages) &&
    Array.isArray(preferences.features) &&
    typeof preferences.appLinks === 'object' &&
    typeof preferences.logos === 'object' &&
    typeof preferences.errorReporting === 'object' &&
    preferences.suspension === null
  )
}
