import { presentTime } from '../../../contract/rules/present.ts'
import { ApiError } from '../../api/api-error.ts'

/** The draft is sent after a pause in typing of this length, in milliseconds. */
const pauseMs = 1000
/** A failed request is retried after this many milliseconds, or as soon as the browser is online again. */
const retryMs = 15_000

/** Where the draft is: stored on the server since a time, being sent, or only in this tab because of an error. */
export type Keeping = { is: 'kept'; at: Date } | { is: 'sending' } | { is: 'tab'; error: unknown }

interface Settings<Draft> {
  send: (draft: Draft) => Promise<unknown>
  /** Called with the draft that the server has stored. */
  onSent: (draft: Draft) => void
  onChange: (keeping: Keeping) => void
}

/** Sends a draft to the server as it changes: after a pause, one request at a time, and only the latest state. */
export function makeDraftKeeper<Draft>({ send, onSent, onChange }: Settings<Draft>) {
  let waiting: Draft | undefined
  let sending: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let triesAgain = false
  let stops = 0

  async function sendWaiting(): Promise<void> {
    while (waiting !== undefined) {
      const draft = waiting
      const begun = stops
      waiting = undefined
      onChange({ is: 'sending' })
      try {
        await send(draft)
        onSent(draft)
        onChange({ is: 'kept', at: presentTime() })
      } catch (error) {
        if (begun !== stops) continue
        onChange({ is: 'tab', error })
        // Each refusal is an event of the audit trail, and the same draft would be refused again.
        if (isRefusal(error)) continue
        waiting ??= draft
        if (triesAgain) timer = setTimeout(() => void now(), retryMs)
        return
      }
    }
  }

  /** Sends any waiting change at once, and resolves when it has arrived or failed. */
  function now(): Promise<void> {
    clearTimeout(timer)
    sending ??= sendWaiting().finally(() => (sending = undefined))
    return sending
  }

  return {
    now,
    /**
     * Retries failed requests until the returned function is called, which tries a last time. After that the draft
     * belongs to another keeper, whose newer state must not be overwritten.
     */
    open(): () => void {
      triesAgain = true
      return () => {
        triesAgain = false
        void now()
      }
    },
    soon(draft: Draft): void {
      waiting = draft
      clearTimeout(timer)
      timer = setTimeout(() => void now(), pauseMs)
    },
    /**
     * Sends no more of this draft, and resolves when no request is under way, because it is about to be saved or
     * discarded.
     */
    async stop(): Promise<void> {
      clearTimeout(timer)
      stops++
      waiting = undefined
      await sending
    },
  }
}

/** Tells whether the server refused a request for what it is, so that only another one can succeed. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
