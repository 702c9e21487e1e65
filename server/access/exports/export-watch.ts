import { setInterval } from 'node:timers/promises'

/** How an export is watched, in milliseconds. */
export interface ExportTimes {
  /** Between one look at the reader and their access and the next. */
  checkEvery: number
  /** For how long a reader may leave unread what was sent. */
  stalledAfter: number
}

/** What ends an export before its last row. */
export type EarlyEnd = 'access-ended' | 'reader-stalled' | 'reader-left' | 'failed'

interface Watched {
  /** For how many milliseconds the reader has read nothing. */
  waitedFor: () => number
  /** Throws when the reader's access has ended. */
  checkAccess: () => Promise<void>
  /** Aborted when the reader goes away. */
  gone: AbortSignal
}

/** Looks after an export while it runs: who lost access, stopped reading or went away gets no more of it. */
export class ExportWatch {
  /** Why the export was ended, once `signal` is aborted. */
  end: EarlyEnd | undefined
  readonly #ended = new AbortController()
  readonly #stopped = new AbortController()

  constructor(times: ExportTimes, watched: Watched) {
    const left = () => this.#abort('reader-left', new Error('The reader went away'))
    if (watched.gone.aborted) left()
    watched.gone.addEventListener('abort', left, { once: true, signal: this.#stopped.signal })
    void this.#watch(times, watched)
  }

  /** Aborted as soon as nothing more may be sent; its reason is the error. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #watch({ checkEvery, stalledAfter }: ExportTimes, { waitedFor, checkAccess }: Watched): Promise<void> {
    try {
      for await (const _ of setInterval(checkEvery, undefined, { signal: this.#stopped.signal })) {
        if (waitedFor() >= stalledAfter) this.#abort('reader-stalled', new Error('The reader has stopped reading'))
        else await checkAccess()
      }
    } catch (error) {
      // Also when the access cannot be looked up: then nobody knows that it is still there.
      if (!this.#stopped.signal.aborted) this.#abort('access-ended', error)
    }
  }

  #abort(end: EarlyEnd, error: unknown): void {
    this.end = end
    this.#ended.abort(error)
    this.stop()
  }
}
