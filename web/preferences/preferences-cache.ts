import type { Preferences } from '../../contract/tenants/preferences.ts'
import { inBrowser } from '../browser.ts'
import { presentTime } from '../../contract/rules/present.ts'

/** The storage key of the preferences. */
export const cacheKey = 'lateral.preferences'

interface Cached {
  /** The hour of the fetch, in hours since 1970. */
  hour: number
  preferences: Preferences
}

/** The preferences stored in this browser with their hour, or undefined. */
export function readCachedPreferences(): Cached | undefined {
  try {
    const stored = inBrowser.getItem(cacheKey)
    // The value was written by this version or an earlier one; `isUsable` refuses incomplete ones.
    const cached = stored === null ? undefined : (JSON.parse(stored) as Cached)
    return cached && isUsable(cached) ? cached : undefined
  } catch {
    // Without storage, or with an invalid value, nothing is cached.
    return undefined
  }
}

/** Stores preferences for the next start. Without storage, and for a suspended tenant, they are fetched each time. */
export function cachePreferences(preferences: Preferences, now = presentTime().getTime()): void {
  try {
    if (preferences.suspension !== null) return inBrowser.removeItem(cacheKey)
    inBrowser.setItem(cacheKey, JSON.stringify({ hour: hourOf(now), preferences } satisfies Cached))
  } catch {
    return
  }
}

/** Makes the next start fetch the preferences again, for instance before another tenant's brand. */
export function forgetCachedPreferences(): void {
  inBrowser.removeItem(cacheKey)
}

/**
 * The hour in hours since 1970. In zones with an offset of a fraction of an hour it does not change on the full hour,
 * which hardly matters.
 */
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
