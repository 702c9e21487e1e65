import type { Draft, Named } from './draft.ts'

/**
 * Drafts live in this tab's session storage, under the id of the user who typed them: they survive a reload, end with
 * the tab, and are never shown to somebody else who logs in here. Places and lots hold no personal data and outlast a
 * log-out, so that a nurse finds them again in the morning.
 */
const draftPrefix = 'lateral:test-draft:'
const placePrefix = 'lateral:last-test-place:'
const lotPrefix = 'lateral:last-lot:'

/** A draft of an older form, or one older than the longest session, is not opened again. */
const draftVersion = 1
const longestSession = 12 * 60 * 60 * 1000

interface StoredDraft {
  version: number
  savedAt: number
  draft: Draft
}

export function loadDraft(userId: string, now = Date.now()): Draft | undefined {
  removeWhere(sessionStorage, (key) => key.startsWith(draftPrefix) && key !== draftPrefix + userId)
  const stored = read<StoredDraft>(sessionStorage, draftPrefix + userId)
  if (stored?.version === draftVersion && now - stored.savedAt < longestSession) return stored.draft
  clearDrafts()
  return undefined
}

export function saveDraft(userId: string, draft: Draft, now = Date.now()): void {
  write(sessionStorage, draftPrefix + userId, { version: draftVersion, savedAt: now, draft } satisfies StoredDraft)
}

export function hasStoredDraft(userId: string): boolean {
  return sessionStorage.getItem(draftPrefix + userId) !== null
}

/** Forgets what was typed and not saved, of every user. The end of a session clears this storage as a whole. */
export function clearDrafts(): void {
  removeWhere(sessionStorage, (key) => key.startsWith(draftPrefix))
}

export interface Place {
  organisation: Named
  group: Named
}

export interface Lot {
  lot: string
  /** As YYYY-MM-DD. */
  lotExpiry: string | null
}

export function loadLastPlace(userId: string): Place | undefined {
  return read<Place>(localStorage, placePrefix + userId)
}

export function loadLastLot(userId: string, groupId: string): Lot | undefined {
  return read<Lot>(localStorage, `${lotPrefix}${userId}:${groupId}`)
}

/** Remembers where a test was saved and from which lot, for the next one. */
export function rememberPlace(userId: string, place: Place, lot: Lot): void {
  write(localStorage, placePrefix + userId, place)
  write(localStorage, `${lotPrefix}${userId}:${place.group.id}`, lot)
}

// Storage may be full, switched off, or hold what an older version wrote: recording works without it.
function read<T>(storage: Storage, key: string): T | undefined {
  try {
    const text = storage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to do: see above.
  }
}

function removeWhere(storage: Storage, matches: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) if (matches(key)) storage.removeItem(key)
}
