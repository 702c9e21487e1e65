import { ownZone } from '../../browser.ts'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useDraftCalls } from './queries.ts'
import { makeDraftKeeper, type Keeping } from './draft-keeper.ts'
import { emptyDraft, hasEntries, toKeep, type Draft, type DraftStart } from './draft.ts'
import { clearDraft, loadDraft, loadUnsentDraft, markSent, saveDraft } from './draft-storage.ts'
import { useSending } from './use-sending.ts'

interface Settings {
  userId: string
  /** The draft that the server keeps from an earlier session. */
  kept: Draft | undefined
}

/**
 * The draft of a user: stored in this tab at every change, and on the server a moment later. `restart` forgets it and
 * begins the next test; `discard` deletes it everywhere.
 */
export function useDraft({ userId, kept }: Settings) {
  const calls = useDraftCalls()
  const [draft, setDraft] = useState(() => loadDraft(userId) ?? kept ?? begin())
  const [keeping, setKeeping] = useState<Keeping>()
  const latest = useRef(draft)
  const [keeper] = useState(() =>
    makeDraftKeeper<Draft>({
      send: (one) => calls.keep(toKeep(one)),
      onSent: (one) => markSent(userId, one),
      onChange: setKeeping,
    }),
  )

  useSending(keeper)
  // The unsent draft of this tab is outside React.
  useEffect(() => {
    const unsent = loadUnsentDraft(userId)
    if (unsent === undefined || !hasEntries(unsent)) return
    // A test whose recording was cut off by the end of the session is a draft again.
    saveDraft(userId, unsent)
    keeper.soon(unsent)
  }, [keeper, userId])

  function change(update: Partial<Draft> | ((before: Draft) => Draft)): Draft {
    const before = latest.current
    const next = typeof update === 'function' ? update(before) : { ...before, ...update }
    latest.current = next
    saveDraft(userId, next)
    if (hasEntries(next) || hasEntries(before)) keeper.soon(next)
    setDraft(next)
    return next
  }

  function restart(start: Omit<DraftStart, 'idempotencyKey' | 'performedZone'> = {}): void {
    clearDraft(userId)
    latest.current = begin(start)
    setDraft(latest.current)
    setKeeping(undefined)
  }

  async function discard(): Promise<void> {
    clearDraft(userId)
    await keeper.stop()
    await calls.discard(latest.current.idempotencyKey)
  }

  return { draft, keeping, keeper, change, restart, discard }
}

function begin(start: Omit<DraftStart, 'idempotencyKey' | 'performedZone'> = {}): Draft {
  const performedZone = ownZone()
  return emptyDraft({ ...start, idempotencyKey: newIdempotencyKey(), performedZone })
}
