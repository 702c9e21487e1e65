import { presentTime } from '../../../contract/rules/present.ts'

/** A pause in typing this long sends the draft, in milliseconds. */
const pauseMs = 1000
/** What could not be sent is tried again after this long, in milliseconds; also when the browser is online again. */
const retryMs = 15_000

/** Where the draft is: on the server, with when; on its way there; or in this tab alone, with why. */
export type Keeping = { is: 'kept'; at: Date } | { is: 'sending' } | { is: 'tab'; error: unknown }

interface Settings<Draft> {
  send: (draft: Draft) => Promise<unknown>
  /** Called with what has arrived. */
  onSent: (draft: Draft) => void
  onChange: (keeping: Keeping) => void
}

/** Sends a draft to the server as it changes: after a pause, one request at a time, the latest state alone. */
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
        waiting ??= draft
        onChange({ is: 'tab', error })
        if (triesAgain) timer = setTimeout(() => void now(), retryMs)
        return
      }
    }
  }

  /** Sends what waits at once, and resolves when it has arrived or cannot. */
  function now(): Promise<void> {
    clearTimeout(timer)
    sending ??= sendWaiting().finally(() => (sending = undefined))
    return sending
  }

  return {
    now,
    /**
     * Has what could not be sent tried again, until what this answers is called: that tries a last time. Whoever comes back
     * to the draft sends it by a keeper of their own, which an older state must not overwrite.
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
    /** Sends no more of this draft, and resolves when nothing of it is under way: it is about to be saved or discarded. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      stops++
      waiting = undefined
      await sending
    },
  }
}
