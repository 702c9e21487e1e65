import { contentTexts, keyed } from '../../../contract/test-records/content-parts.ts'
import { draftHours } from '../../../contract/limits-and-times.ts'
import { inTab, type Kept } from '../../browser.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import { unsentPrefix } from '../../api/open-work.ts'
import type { Draft } from './draft.ts'

/**
 * A copy of the draft lives in this tab's session storage, under the id of the user who typed it, so that a reload is
 * instant and a lost network costs nothing. A draft that is also on the server is forgotten at the end of the session.
 */
const sentKey = (userId: string) => `lateral:test-draft:${userId}`
const unsentKey = (userId: string) => `${unsentPrefix}test-draft:${userId}`

/** A draft with another version, or one past the server's retention, is not opened again. */
const draftVersion = 3
const longestStay = draftHours * 60 * 60 * 1000

interface StoredDraft {
  version: number
  savedAt: number
  draft: Draft
  isBeingRecorded?: true
}

export function loadDraft(userId: string, now = presentTime().getTime()): Draft | undefined {
  return loadUnsentDraft(userId, now) ?? fresh(readStored<StoredDraft>(inTab, sentKey(userId)), now)?.draft
}

/** Returns a draft that the server does not have yet. */
export function loadUnsentDraft(userId: string, now = presentTime().getTime()): Draft | undefined {
  return fresh(readStored<StoredDraft>(inTab, unsentKey(userId)), now)?.draft
}

export function saveDraft(userId: string, draft: Draft, now = presentTime().getTime()): void {
  store(userId, { version: draftVersion, savedAt: now, draft })
}

/**
 * Keeps a draft while it is being recorded. The tab holds on to it until the answer is known, even if it arrives as a
 * draft in the meantime, because the server deletes a draft that is recorded.
 */
export function holdDraft(userId: string, draft: Draft, now = presentTime().getTime()): void {
  store(userId, { version: draftVersion, savedAt: now, draft, isBeingRecorded: true })
}

function store(userId: string, stored: StoredDraft): void {
  writeStored(inTab, unsentKey(userId), stored)
  inTab.removeItem(sentKey(userId))
}

/** Marks this draft as stored on the server, unless it was changed in the meantime or is being recorded. */
export function markSent(userId: string, draft: Draft): void {
  const stored = readStored<StoredDraft>(inTab, unsentKey(userId))
  if (stored === undefined || stored.isBeingRecorded || JSON.stringify(stored.draft) !== JSON.stringify(draft)) return
  writeStored(inTab, sentKey(userId), stored)
  inTab.removeItem(unsentKey(userId))
}

/** Forgets everything that was typed and not saved. */
export function clearDraft(userId: string): void {
  inTab.removeItem(sentKey(userId))
  inTab.removeItem(unsentKey(userId))
}

function fresh(stored: StoredDraft | undefined, now: number): StoredDraft | undefined {
  if (stored?.version !== draftVersion || now - stored.savedAt >= longestStay) return undefined
  // A draft that an earlier version stored lacks the fields that were not known then.
  const unknownThen = { ...keyed(contentTexts, () => ''), performedOffset: null }
  const typedSubject = { ...stored.draft.typedSubject, hasOneName: stored.draft.typedSubject.hasOneName ?? false }
  return { ...stored, draft: { ...unknownThen, ...stored.draft, typedSubject } }
}

/**
 * Reads JSON from a storage. Returns undefined if the storage is unavailable or holds invalid JSON, because recording
 * works without it.
 */
export function readStored<T>(storage: Kept, key: string): T | undefined {
  try {
    const text = storage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** Writes JSON to a storage, and does nothing if the storage is full or unavailable. */
export function writeStored(storage: Kept, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Recording works without storage.
  }
}
