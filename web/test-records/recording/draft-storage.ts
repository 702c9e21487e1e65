import { draftHours } from '../../../contract/test-records/test-draft.ts'
import { unsentPrefix } from '../../api/open-work.ts'
import type { Draft, Named } from './draft.ts'

/**
 * A copy of the draft lives in this tab's session storage, under the id of the user who typed it, so that a reload is
 * instant and a lost network costs nothing. What the server has too is forgotten at the end of the session. Places,
 * assays and lots hold no personal data and outlast a log-out, so that a nurse finds them again in the morning.
 */
const sentKey = (userId: string) => `lateral:test-draft:${userId}`
const unsentKey = (userId: string) => `${unsentPrefix}test-draft:${userId}`
const roundKey = (userId: string) => `lateral:round:${userId}`
const placePrefix = 'lateral:last-test-place:'
const assayPrefix = 'lateral:last-assay:'
const lotPrefix = 'lateral:last-lot:'

/** A draft of an older form, or one older than the server keeps it, is not opened again. */
const draftVersion = 3
const longestStay = draftHours * 60 * 60 * 1000

interface StoredDraft {
  version: number
  savedAt: number
  draft: Draft
  isBeingRecorded?: true
}

export function loadDraft(userId: string, now = Date.now()): Draft | undefined {
  return loadUnsentDraft(userId, now) ?? fresh(readStored<StoredDraft>(sessionStorage, sentKey(userId)), now)?.draft
}

/** A draft that the server does not have yet. */
export function loadUnsentDraft(userId: string, now = Date.now()): Draft | undefined {
  return fresh(readStored<StoredDraft>(sessionStorage, unsentKey(userId)), now)?.draft
}

export function saveDraft(userId: string, draft: Draft, now = Date.now()): void {
  store(userId, { version: draftVersion, savedAt: now, draft })
}

/**
 * Keeps a draft while it is being recorded: until the answer is known the tab does not let go of it, also where it arrives as a
 * draft meanwhile, because the server forgets a draft that is recorded.
 */
export function holdDraft(userId: string, draft: Draft, now = Date.now()): void {
  store(userId, { version: draftVersion, savedAt: now, draft, isBeingRecorded: true })
}

function store(userId: string, stored: StoredDraft): void {
  writeStored(sessionStorage, unsentKey(userId), stored)
  sessionStorage.removeItem(sentKey(userId))
}

/** Notes that the server has this draft, unless it was changed meanwhile or is being recorded. */
export function markSent(userId: string, draft: Draft): void {
  const stored = readStored<StoredDraft>(sessionStorage, unsentKey(userId))
  if (stored === undefined || stored.isBeingRecorded || JSON.stringify(stored.draft) !== JSON.stringify(draft)) return
  writeStored(sessionStorage, sentKey(userId), stored)
  sessionStorage.removeItem(unsentKey(userId))
}

/** Forgets what was typed and not saved. */
export function clearDraft(userId: string): void {
  sessionStorage.removeItem(sentKey(userId))
  sessionStorage.removeItem(unsentKey(userId))
}

function fresh(stored: StoredDraft | undefined, now: number): StoredDraft | undefined {
  if (stored?.version !== draftVersion || now - stored.savedAt >= longestStay) return undefined
  // One of before lots could expire has no reason for that.
  return { ...stored, draft: { ...stored.draft, expiredLotReason: stored.draft.expiredLotReason ?? '' } }
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
  return readStored<Place>(localStorage, placePrefix + userId)
}

/** The id of the assay that somebody used last in a group. */
export function loadLastAssay(userId: string, groupId: string): string | undefined {
  return readStored<string>(localStorage, `${assayPrefix}${userId}:${groupId}`)
}

/** The lot of an assay that somebody used last in a group. */
export function loadLastLot(userId: string, groupId: string, assayId: string): Lot | undefined {
  return readStored<Lot>(localStorage, `${lotPrefix}${userId}:${groupId}:${assayId}`)
}

/** Tests one after the other at a place, in this tab, are a round; after a break this long it is another one, in milliseconds. */
const longestBreak = 2 * 60 * 60 * 1000

/** Whether somebody is in a round at a group, so that where the next test is done need not be asked. */
export function isInRound(userId: string, groupId: string, now = Date.now()): boolean {
  const last = readStored<{ groupId: string; at: number }>(sessionStorage, roundKey(userId))
  return last?.groupId === groupId && now - last.at < longestBreak
}

/** Remembers where a test was saved, with which assay and from which lot, for the next one. */
export function rememberPlace(userId: string, place: Place, assayId: string, lot: Lot): void {
  writeStored(localStorage, placePrefix + userId, place)
  writeStored(sessionStorage, roundKey(userId), { groupId: place.group.id, at: Date.now() })
  writeStored(localStorage, `${assayPrefix}${userId}:${place.group.id}`, assayId)
  writeStored(localStorage, `${lotPrefix}${userId}:${place.group.id}:${assayId}`, lot)
}

/** What a storage holds as JSON. It may be full, switched off, or hold what an older version wrote: recording works without it. */
export function readStored<T>(storage: Storage, key: string): T | undefined {
  try {
    const text = storage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** Stores something as JSON, if that can be done. */
export function writeStored(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to do: see above.
  }
}
