import { isTimeZone } from '../contract/rules/dates.ts'

/**
 * Facts about the browser, which are not always reliable: hardened, managed and old browsers name no time zone or an
 * unknown one, have no storage, or use languages in a form of their own. The rest of the app must not ask the browser
 * directly.
 */

/** The zone of the browser's clock, or UTC if it names no known zone; `isOwnZoneKnown` tells the two apart. */
export function ownZone(): string {
  const named = namedZone()
  return named !== undefined && isTimeZone(named) ? named : 'UTC'
}

export function isOwnZoneKnown(): boolean {
  const named = namedZone()
  return named !== undefined && isTimeZone(named)
}

function namedZone(): string | undefined {
  try {
    // In spite of its type, it is undefined if the system has no zone.
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The reader's languages in order of preference, as tags of two or three letters with optional subtags. */
export function wantedLanguages(): string[] {
  const { languages, language } = navigator as { languages?: readonly string[]; language?: string }
  return (languages ?? [language]).filter((tag): tag is string => /^[a-z]{2,3}(-|$)/i.test(tag ?? ''))
}

/** The storage of this browser. Values that cannot be stored last as long as the page. */
export const inBrowser = kept(() => window.localStorage)

/** The storage of this tab. Values that cannot be stored last as long as the page. */
export const inTab = kept(() => window.sessionStorage)

function kept(storage: () => Storage) {
  const ofPage = new Map<string, string>()
  const tried = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key: string): string | null => ofPage.get(key) ?? tried((one) => one.getItem(key), null),
    /** Returns true if the value outlasts the page. */
    setItem(key: string, value: string): boolean {
      ofPage.delete(key)
      const isKept = tried((one) => {
        one.setItem(key, value)
        return true
      }, false)
      if (!isKept) ofPage.set(key, value)
      return isKept
    },
    removeItem(key: string): void {
      ofPage.delete(key)
      tried((one) => one.removeItem(key), undefined)
    },
    keys: (): string[] => [...new Set([...ofPage.keys(), ...tried((one) => Object.keys(one), [])])],
  }
}

/** The storage of the browser or of the tab. */
export type Kept = ReturnType<typeof kept>
