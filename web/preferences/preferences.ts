import { useSyncExternalStore } from 'react'
import { getSitePreferences } from '../../contract/tenants/endpoints.ts'
import { customIdNamesIn } from '../../contract/tenants/custom-ids.ts'
import type { IdentifiesBy } from '../../contract/subjects/detail-kinds.ts'
import type { Preferences, SubjectSettings } from '../../contract/tenants/preferences.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { call } from '../api/client.ts'
import { useLocale } from '../ui/phrases.ts'
import { cachePreferences, forgetCachedPreferences, hourOf, readCachedPreferences } from './preferences-cache.ts'

let current: Preferences | undefined
let fetchedInHour = 0
const listeners = new Set<() => void>()

/**
 * Loads the site preferences: from this browser if they are from the current hour of day, else from the server (spec
 * §4). If the server cannot be reached, an older copy is used.
 */
export async function loadPreferences(): Promise<Preferences> {
  const cached = readCachedPreferences()
  if (cached?.hour === hourOf(presentTime().getTime())) return adopt(cached.preferences, cached.hour)
  try {
    return await fetchPreferences()
  } catch (error) {
    if (cached === undefined) throw error
    return adopt(cached.preferences, cached.hour)
  }
}

/** Fetches the preferences again if the hour of day has changed. Call it on navigation. */
export function refreshPreferences(): void {
  if (fetchedInHour === hourOf(presentTime().getTime())) return
  fetchedInHour = hourOf(presentTime().getTime())
  fetchPreferences().catch(() => undefined)
}

/** Calls the listener whenever the preferences change. Returns a function that stops it. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The tenant's settings for subjects, with its names of the custom IDs in the language of the page. */
export function useSubjectSettings(): Omit<SubjectSettings, 'names'> & { identifiesBy: IdentifiesBy } {
  const { subjects } = usePreferences()
  const { kind, identifiesBy = 'email' } = subjects
  return { kind, identifiesBy, ...customIdNamesIn(subjects, useLocale()) }
}

/** The tenant's preferences; the component follows a change of them. They are loaded before anything renders. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferences, currentPreferences)
}

/** The tenant's present preferences, for code outside components. */
export function currentPreferences(): Preferences {
  if (current === undefined) throw new Error('The site preferences are not loaded')
  return current
}

/** The tenant's version in the preferences; undefined until they are loaded. */
export function knownTenantVersion(): number | undefined {
  return current?.version
}

/** The title of a page (spec §2): product, outside production the environment, then the page's own name. */
export function pageTitle(tenant: Pick<Preferences, 'productName' | 'environment'>, name: string): string {
  const environment = tenant.environment === 'production' ? [] : [tenant.environment]
  return [tenant.productName, ...environment, name].join(' - ')
}

export { forgetCachedPreferences as forgetPreferences }

/** Fetches the preferences from the server. */
export async function fetchPreferences(): Promise<Preferences> {
  const { data } = await call(getSitePreferences, { errors: 'caller' })
  cachePreferences(data)
  return adopt(data, hourOf(presentTime().getTime()))
}

/** Makes every page use these preferences, which were fetched in the given hour. */
export function adopt(preferences: Preferences, hour: number): Preferences {
  current = preferences
  fetchedInHour = hour
  showIcon(preferences)
  for (const listener of listeners) listener()
  return preferences
}

/** Sets the icon for the browser's tab and for bookmarks. */
function showIcon({ logos }: Preferences): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', logos.icon ?? '/icon.svg')
}
