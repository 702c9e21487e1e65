import { draftHours } from '../../../contract/test-records/opening-draft.ts'
import { inTab, type Kept } from '../../browser.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import { unsentPrefix } from '../../api/open-work.ts'
import type { Draft } from './draft.ts'

/**
 * A copy of the draft lives in this tab's session storage, under the id of the user who typed it, so that a reload is
 * instant and a lost network costs nothing. What the server has too is forgotten at the end of the session.
 */
const sentKey = (userId: string) => `lateral:test-draft:${userId}`
const unsentKey = (userId: string) => `${unsentPrefix}test-draft:${userId}`

/** A draft of an older form, or one older than the server keeps it, is not opened again. */
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

/** A draft that the server does not have yet. */
export function loadUnsentDraft(userId: string, now = presentTime().getTime()): Draft | undefined {
  return fresh(readStored<StoredDraft>(inTab, unsentKey(userId)), now)?.draft
}

export function saveDraft(userId: string, draft: Draft, now = presentTime().getTime()): void {
  store(userId, { version: draftVersion, savedAt: now, draft })
}

/**
 * Keeps a draft while it is being recorded: until the answer is known the tab does not let go of it, also where it arrives as a
 * draft meanwhile, because the server forgets a draft that is recorded.
 */
export function holdDraft(userId: string, draft: Draft, now = presentTime().getTime()): void {
  store(userId, { version: draftVersion, savedAt: now, draft, isBeingRecorded: true })
}

function store(userId: string, stored: StoredDraft): void {
  writeStored(inTab, unsentKey(userId), stored)
  inTab.removeItem(sentKey(userId))
}

/** Notes that the server has this draft, unless it was changed meanwhile or is being recorded. */
export function markSent(userId: string, draft: Draft): void {
  const stored = readStored<StoredDraft>(inTab, unsentKey(userId))
  if (stored === undefined || stored.isBeingRecorded || JSON.stringify(stored.draft) !== JSON.stringify(draft)) return
  writeStored(inTab, sentKey(userId), stored)
  inTab.removeItem(unsentKey(userId))
}

/** Forgets what was typed and not saved. */
export function clearDraft(userId: string): void {
  inTab.removeItem(sentKey(userId))
  inTab.removeItem(unsentKey(userId))
}

function fresh(stored: StoredDraft | undefined, now: number): StoredDraft | undefined {
  if (stored?.version !== draftVersion || now - stored.savedAt >= longestStay) return undefined
  // Those of earlier versions lack what came later.
  const { expiredLotReason = '', performedOffset = null } = stored.draft as Partial<Draft>
  return { ...stored, draft: { ...stored.draft, expiredLotReason, performedOffset } }
}

/** What a storage holds as JSON. It may be full, switched off, or hold what an older version wrote: recording works without it. */
export function readStored<T>(storage: Kept, key: string): T | undefined {
  try {
    const text = storage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** Stores something as JSON, if that can be done. */
export function writeStored(storage: Kept, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to do: see above.
  }
}
