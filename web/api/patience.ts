import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'

/**
 * A request without progress for this long is given up, in milliseconds, because nobody should wait without an
 * explanation.
 */
export const patienceMs = 25_000

/**
 * The limit for requests that may take the server long, in milliseconds. The server itself waits no longer for a whole
 * request.
 */
export const longPatienceMs = 300_000

/**
 * How long an endpoint may make no progress: an uploaded picture queues to be read, and the first row of a file may be
 * found late.
 */
export function patienceFor({ upload, produces }: Pick<Endpoint, 'upload' | 'produces'>): number {
  return upload === undefined && produces === undefined ? patienceMs : longPatienceMs
}

/** A timer that expires unless progress is reported. Then `signal` aborts. */
export function startPatience(milliseconds = patienceMs) {
  const late = new AbortController()
  const start = () => setTimeout(() => late.abort(), milliseconds)
  let timer = start()
  /** Reports progress, which restarts the timer. */
  const moved = (): void => {
    clearTimeout(timer)
    if (!late.signal.aborted) timer = start()
  }
  /** Wraps work so that it rejects with `no-answer` when the timer expires, even if the work cannot be stopped. */
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    const tooLate = new Promise<never>((_, reject) => {
      late.signal.addEventListener('abort', () => reject(new ApiError(0, { code: 'no-answer' })), { once: true })
    })
    return await Promise.race([work, tooLate])
  }
  return { signal: late.signal, moved, inTime, end: () => clearTimeout(timer) }
}

/**
 * Waits for work, such as a part of the app that a click needs. Rejects with `no-answer` if it takes too long, without
 * stopping it.
 */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const patience = startPatience()
  return await patience.inTime(work).finally(patience.end)
}

/** Wraps a stream so that it fails with `no-answer` when it stalls or breaks off. */
export function unstalled(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  milliseconds: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(sink) {
      const patience = startPatience(milliseconds)
      try {
        const { done, value } = await patience.inTime(reader.read())
        if (done) sink.close()
        else sink.enqueue(value)
      } catch (error) {
        reader.cancel().catch(() => undefined)
        throw isAbort(error) || error instanceof ApiError ? error : new ApiError(0, { code: 'no-answer' })
      } finally {
        patience.end()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** True if an error means that the caller has aborted the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
