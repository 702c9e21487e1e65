import { setInterval } from 'node:timers/promises'
import { errorStatus } from '../../../contract/errors/errors.ts'
import { Failure } from '../../platform/failure.ts'

/** Intervals at which an export is watched, in milliseconds. */
export interface ExportTimes {
  /** The time between two checks of the reader and their access. */
  checkEvery: number
  /** The time after which an export is ended when its reader has read nothing. */
  stalledAfter: number
}

/** Reasons why an export ended before its last row. */
export type EarlyEnd = 'access-ended' | 'reader-stalled' | 'reader-left' | 'server-stopping' | 'failed'

interface Watched {
  /** Milliseconds for which the reader has read nothing. */
  waitedFor: () => number
  /** Throws when the reader's access has ended. */
  checkAccess: () => Promise<void>
  /** Renews the export's turn after checking the reader's access. Throws when either has ended. */
  goOn: () => Promise<void>
  /** Aborted when the reader disconnects. */
  gone: AbortSignal
  /** Aborted when the server stops and can wait no longer. */
  stopping: AbortSignal
}

/** Watches an export while it runs, and ends it when the reader loses access, stops reading or disconnects. */
export class ExportWatch {
  /** The reason why the export was ended, once `signal` is aborted. */
  end: EarlyEnd | undefined
  readonly #ended = new AbortController()
  readonly #stopped = new AbortController()

  readonly #checkAccess: () => Promise<void>

  constructor(times: ExportTimes, watched: Watched) {
    this.#checkAccess = watched.checkAccess
    this.#endAt(watched.gone, 'reader-left', new Error('The reader went away'))
    this.#endAt(watched.stopping, 'server-stopping', new Failure('unavailable', { reason: 'draining' }))
    void this.#watch(times, watched)
  }

  /** Checks the reader's access before more is sent. Throws when nothing more may be sent. */
  async confirm(): Promise<void> {
    await this.#checkAccess().catch((error: unknown) => this.#refuse(error))
    this.signal.throwIfAborted()
  }

  /** Aborted as soon as nothing more may be sent, with the error as its reason. */
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

  /** A failed check also ends the export, because the access is then uncertain. */
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
