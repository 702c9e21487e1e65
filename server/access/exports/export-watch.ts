import { setInterval } from 'node:timers/promises'
import { errorStatus } from '../../../contract/errors/errors.ts'
import { Failure } from '../../platform/failure.ts'

/** How an export is watched, in milliseconds. */
export interface ExportTimes {
  /** Between one look at the reader and their access and the next. */
  checkEvery: number
  /** For how long a reader may leave unread what was sent. */
  stalledAfter: number
}

/** What ends an export before its last row. */
export type EarlyEnd = 'access-ended' | 'reader-stalled' | 'reader-left' | 'server-stopping' | 'failed'

interface Watched {
  /** For how many milliseconds the reader has read nothing. */
  waitedFor: () => number
  /** Throws when the reader's access has ended. */
  checkAccess: () => Promise<void>
  /** The same, and says that the export goes on. */
  goOn: () => Promise<void>
  /** Aborted when the reader goes away. */
  gone: AbortSignal
  /** Aborted when the server stops and waits no longer. */
  stopping: AbortSignal
}

/** Looks after an export while it runs: who lost access, stopped reading or went away gets no more of it. */
export class ExportWatch {
  /** Why the export was ended, once `signal` is aborted. */
  end: EarlyEnd | undefined
  readonly #ended = new AbortController()
  readonly #stopped = new AbortController()

  readonly #checkAccess: () => Promise<void>

  constructor(times: ExportTimes, watched: Watched) {
    this.#checkAccess = watched.checkAccess
    this.#endAt(watched.gone, 'reader-left', new Error('The reader went away'))
    this.#endAt(watched.stopping, 'server-stopping', new Failure('unavailable', { retryAfterSeconds: 5 }))
    void this.#watch(times, watched)
  }

  /** Looks whether the reader still has access, before they are sent more. Throws when nothing more may be sent. */
  async confirm(): Promise<void> {
    await this.#checkAccess().catch((error: unknown) => this.#refuse(error))
    this.signal.throwIfAborted()
  }

  /** Aborted as soon as nothing more may be sent; its reason is the error. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #watch({ checkEvery, stalledAfter }: ExportTimes, { waitedFor, goOn }: Watched): Promise<void> {
    try {
      for await (const _ of setInterval(checkEvery, undefined, { signal: this.#stopped.signal })) {
        if (waitedFor() >= stalledAfter) this.#abort('reader-stalled', new Error('The reader has stopped reading'))
        else await goOn()
      }
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#refuse(error)
    }
  }

  #endAt(signal: AbortSignal, end: EarlyEnd, error: Error): void {
    const abort = () => this.#abort(end, error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true, signal: this.#stopped.signal })
  }

  /** Also when the access cannot be looked up: then nobody knows that it is still there. */
  #refuse(error: unknown): void {
    const isRefused = error instanceof Failure && errorStatus[error.code] < 500
    this.#abort(isRefused ? 'access-ended' : 'failed', error)
  }

  #abort(end: EarlyEnd, error: unknown): void {
    if (this.end !== undefined) return
    this.end = end
    this.#ended.abort(error)
    this.stop()
  }
}
