import { useRef, useState } from 'react'
import { emptyDraft, type Draft, type DraftStart } from './draft.ts'
import { clearDrafts, loadDraft, saveDraft } from './draft-storage.ts'

/** The draft of a user in this tab. Every change is stored at once; `restart` forgets it and begins the next test. */
export function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => loadDraft(userId) ?? begin())
  const latest = useRef(draft)

  function change(update: Partial<Draft> | ((before: Draft) => Draft)): Draft {
    const before = latest.current
    const next = typeof update === 'function' ? update(before) : { ...before, ...update }
    latest.current = next
    saveDraft(userId, next)
    setDraft(next)
    return next
  }

  function restart(start: Omit<DraftStart, 'idempotencyKey' | 'performedZone'> = {}): void {
    clearDrafts()
    latest.current = begin(start)
    setDraft(latest.current)
  }

  return { draft, change, restart }
}

/** A key of its own for each draft; after a refused repeat the same draft may go on under another. */
export function newIdempotencyKey(): string {
  // Not crypto.randomUUID: a clinic's own server on plain http has none, and these bits are as good.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function begin(start: Omit<DraftStart, 'idempotencyKey' | 'performedZone'> = {}): Draft {
  const performedZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return emptyDraft({ ...start, idempotencyKey: newIdempotencyKey(), performedZone })
}
