import { isTimeZone } from '../contract/rules/dates.ts'

/**
 * What the browser says of itself, which is not always sound: hardened, managed and old browsers name no time zone or one that nobody knows, have
 * no storage, or speak of languages in their own way. Nothing else of the app asks the browser itself.
 */

/** The zone of the clock here, or UTC where the browser names none that is known; `isOwnZoneKnown` tells the two apart. */
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
    // Whatever its type says, it is undefined where the system has no zone.
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The languages that the reader wants, the first first, as tags of two or three letters with what may follow. */
export function wantedLanguages(): string[] {
  const { languages, language } = navigator as { languages?: readonly string[]; language?: string }
  return (languages ?? [language]).filter((tag): tag is string => /^[a-z]{2,3}(-|$)/i.test(tag ?? ''))
}

/** What this browser keeps. Where it keeps nothing, or has no room, it lasts as long as the page. */
export const inBrowser = kept(() => window.localStorage)

/** What this tab keeps. Where it keeps nothing, or has no room, it lasts as long as the page. */
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
    /** Answers whether it outlasts the page. */
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

/** Either of the two. */
export type Kept = ReturnType<typeof kept>
