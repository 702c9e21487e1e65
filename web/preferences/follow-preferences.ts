import { languageOf, localeFor } from '../../contract/locales.ts'
import { getTenantId } from '../../contract/tenants/endpoints.ts'
import { call, onTenantVersion } from '../api/client.ts'
import { mayHaveSlept } from '../api/server-clock.ts'
import { currentLocale, setLocale } from '../ui/phrases.ts'
import { cacheKey, readCachedPreferences } from './preferences-cache.ts'
import { adopt, currentPreferences, fetchPreferences, onPreferences } from './preferences.ts'

/** A visible page asks at least this often whether the tenant has changed, in milliseconds. */
const askEvery = 40_000

/**
 * Keeps the preferences up to date: by the version in every reply, by what other tabs of this browser have fetched,
 * and, on a visible page without requests, by asking, which also tells a device that slept the time. That request is
 * sent without the session's cookie, so that it does not keep a session alive. Returns a function that stops it.
 */
export function followPreferences(): () => void {
  let toldAt = performance.now()
  let wanted = 0
  let isAsking = false

  function onVersion(version: number) {
    toldAt = performance.now()
    // Several replies may report the same version.
    if (version <= Math.max(wanted, currentPreferences().version)) return
    wanted = version
    fetchPreferences()
      .catch(() => undefined)
      .finally(() => {
        wanted = 0
      })
  }
  function ask() {
    if (document.visibilityState === 'hidden' || isAsking) return
    if (performance.now() - toldAt < askEvery && !mayHaveSlept()) return
    toldAt = performance.now()
    isAsking = true
    call(getTenantId, { errors: 'caller', isAnonymous: true })
      .catch(() => undefined)
      .finally(() => {
        isAsking = false
      })
  }
  function onStorage({ key }: StorageEvent) {
    const cached = key === cacheKey ? readCachedPreferences() : undefined
    if (cached !== undefined && cached.preferences.version > currentPreferences().version)
      adopt(cached.preferences, cached.hour)
  }

  const stops = [onTenantVersion(onVersion), onPreferences(followLanguages)]
  const timer = setInterval(ask, askEvery / 4)
  document.addEventListener('visibilitychange', ask)
  window.addEventListener('storage', onStorage)
  return () => {
    for (const stop of stops) stop()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
    window.removeEventListener('storage', onStorage)
  }
}

/** Switches readers of a language that the tenant no longer offers to the next one, as a new login would. */
function followLanguages(): void {
  const { availableLanguages, defaultLanguage } = currentPreferences()
  const locale = currentLocale()
  if (availableLanguages.includes(locale)) return
  setLocale(localeFor(languageOf(locale), availableLanguages, defaultLanguage)).catch(() => undefined)
}
