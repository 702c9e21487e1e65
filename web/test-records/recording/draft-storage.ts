import { draftHours } from '../../../contract/test-records/test-draft.ts'
import { unsentPrefix } from '../../api/open-work.ts'
import type { Draft, Named } from './draft.ts'

/**
 * A copy of the draft lives in this tab's session storage, under the id of the user who typed it, so that a reload is
 * instant and a lost network costs nothing. What the server has too is forgotten at the end of the session. Places and
 * lots hold no personal data and outlast a log-out, so that a nurse finds them again in the morning.
 */
const sentKey = (userId: string) => `lateral:test-draft:${userId}`
const unsentKey = (userId: string) => `${unsentPrefix}test-draft:${userId}`
const placePrefix = 'lateral:last-test-place:'
const lotPrefix = 'lateral:last-lot:'

/** A draft of an older form, or one older than the server keeps it, is not opened again. */
const draftVersion = 2
const longestStay = draftHours * 60 * 60 * 1000

interface StoredDraft {
  version: number
  savedAt: number
  assayId: string
  draft: Draft
}

export function loadDraft(userId: string, now = Date.now()): Draft | undefined {
  return loadUnsentDraft(userId, now)?.draft ?? fresh(read<StoredDraft>(sessionStorage, sentKey(userId)), now)?.draft
}

/** A draft that the server does not have yet, with the assay that it is of. */
export function loadUnsentDraft(userId: string, now = Date.now()): Pick<StoredDraft, 'draft' | 'assayId'> | undefined {
  return fresh(read<StoredDraft>(sessionStorage, unsentKey(userId)), now)
}

export function saveDraft(userId: string, draft: Draft, assayId: string, now = Date.now()): void {
  const stored: StoredDraft = { version: draftVersion, savedAt: now, assayId, draft }
  write(sessionStorage, unsentKey(userId), stored)
  sessionStorage.removeItem(sentKey(userId))
}

/** Notes that the server has this draft, unless it was changed meanwhile. */
export function markSent(userId: string, draft: Draft): void {
  const stored = read<StoredDraft>(sessionStorage, unsentKey(userId))
  if (stored === undefined || JSON.stringify(stored.draft) !== JSON.stringify(draft)) return
  write(sessionStorage, sentKey(userId), stored)
  sessionStorage.removeItem(unsentKey(userId))
}

/** Forgets what was typed and not saved. */
export function clearDraft(userId: string): void {
  sessionStorage.removeItem(sentKey(userId))
  sessionStorage.removeItem(unsentKey(userId))
}

function fresh(stored: StoredDraft | undefined, now: number): StoredDraft | undefined {
  return stored?.version === draftVersion && now - stored.savedAt < longestStay ? stored : undefined
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
