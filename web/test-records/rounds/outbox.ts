import type { sendRoundEntries, SentEntry } from '../../../contract/rounds/endpoints.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { ApiError } from '../../api/api-error.ts'
import { unsentPrefix } from '../../api/open-work.ts'
import { inTab } from '../../browser.ts'
import { readStored, writeStored } from '../recording/draft-storage.ts'

type Sent = Reply<typeof sendRoundEntries>

/**
 * What the user entered and the server has not taken: `waiting` is sent again and again; `conflict` waits for a choice,
 * because somebody else entered something else; `refused` has the server's reason.
 */
export interface Unsent {
  entry: SentEntry
  is: 'waiting' | 'conflict' | 'refused'
  reason?: string
}

interface OutboxState {
  unsent: Readonly<Record<string, Unsent>>
  /** The latest failure; undefined once the server answers again. */
  failure?: unknown
}

interface Settings {
  roundId: string
  userId: string
  send: (entries: SentEntry[]) => Promise<Sent>
  onReply: (reply: Sent) => void
}

const firstPauseMs = 500
const longestPauseMs = 8000
const mostAtOnce = 100

/** Where the entries of a user are kept; the end of the key makes other users' sessions remove it (decision 18). */
export const outboxKey = (roundId: string, userId: string) => `${unsentPrefix}round:${roundId}:${userId}`

/**
 * Keeps what was entered in this tab, by ids and without names, until the server has answered for it. One request is under
 * way at a time, and a failed one is repeated after growing pauses.
 */
export function makeOutbox({ roundId, userId, send, onReply }: Settings) {
  const key = outboxKey(roundId, userId)
  let state: OutboxState = { unsent: readStored<Record<string, Unsent>>(inTab, key) ?? {} }
  let sending: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = firstPauseMs
  let isOpen = false
  const listeners = new Set<() => void>()

  function set(unsent: Record<string, Unsent>, { failure }: Pick<OutboxState, 'failure'> = state) {
    state = { unsent, failure }
    if (Object.keys(unsent).length === 0) inTab.removeItem(key)
    else writeStored(inTab, key, unsent)
    for (const listener of listeners) listener()
  }

  const waiting = () => Object.values(state.unsent).filter((one) => one.is === 'waiting')

  async function sendWaiting(): Promise<void> {
    for (;;) {
      const batch = waiting().slice(0, mostAtOnce)
      if (batch.length === 0) return
      try {
        const reply = await send(batch.map(({ entry }) => entry))
        pause = firstPauseMs
        onReply(reply)
        set(settled(state.unsent, batch, reply), { failure: undefined })
      } catch (failure) {
        set({ ...state.unsent }, { failure })
        // What was refused would be refused again, and each refusal is an event of the audit trail.
        if (isRefusal(failure)) return
        if (isOpen) {
          timer = setTimeout(() => void now(), pause)
          pause = Math.min(pause * 2, longestPauseMs)
        }
        return
      }
    }
  }

  /** Sends what waits at once, and resolves when that has arrived or failed. */
  function now(): Promise<void> {
    clearTimeout(timer)
    if (sending === undefined && waiting().length === 0) return Promise.resolve()
    sending ??= sendWaiting().finally(() => (sending = undefined))
    return sending
  }

  return {
    now,
    open(): () => void {
      isOpen = true
      // A page before this one may have left something, for instance because its session ended.
      void now()
      return () => {
        isOpen = false
        clearTimeout(timer)
        void now()
      }
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    put: (entry: SentEntry) => {
      set({ ...state.unsent, [entry.subjectId]: { entry, is: 'waiting' } })
      void now()
    },
    /** Gives up what the user entered, because what stands there is right. */
    drop: (subjectId: string) => {
      const { [subjectId]: _, ...others } = state.unsent
      set(others)
    },
  }
}

/** Returns what is left after a reply. What was entered again meanwhile is sent next, on top of what stands now. */
function settled(
  before: Readonly<Record<string, Unsent>>,
  batch: readonly Unsent[],
  { rows, conflicts, refused }: Sent,
): Record<string, Unsent> {
  const left = { ...before }
  for (const { entry } of batch) {
    const { subjectId } = entry
    const latest = left[subjectId]
    const reason = refused.find((one) => one.subjectId === subjectId)?.reason
    if (latest === undefined) continue
    if (latest.entry !== entry) {
      const base = rows.find((row) => row.subjectId === subjectId)?.revision
      if (base !== undefined && !conflicts.includes(subjectId)) {
        left[subjectId] = { ...latest, entry: { ...latest.entry, base } }
      }
    } else if (conflicts.includes(subjectId)) left[subjectId] = { entry, is: 'conflict' }
    else if (reason !== undefined) left[subjectId] = { entry, is: 'refused', reason }
    else delete left[subjectId]
  }
  return left
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status)
}
