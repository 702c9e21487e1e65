import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'

/** A request that has not moved for this long is given up, in milliseconds: nobody should wait without being told. */
export const patienceMs = 25_000

/** The same where the server may be at work for long: it waits for a whole request no longer itself, in milliseconds. */
export const longPatienceMs = 300_000

/** How long an endpoint may stand still: a picture waits until it is its turn to be read, and the first row of a file may be found late. */
export function patienceFor({ upload, produces }: Pick<Endpoint, 'upload' | 'produces'>): number {
  return upload === undefined && produces === undefined ? patienceMs : longPatienceMs
}

/** A clock that runs out unless something moves. `signal` aborts then. */
export function startPatience(milliseconds = patienceMs) {
  const late = new AbortController()
  const start = () => setTimeout(() => late.abort(), milliseconds)
  let timer = start()
  /** Something has moved: it begins anew. */
  const moved = (): void => {
    clearTimeout(timer)
    if (!late.signal.aborted) timer = start()
  }
  /** The same work, which rejects with `no-answer` where it takes too long, also if it cannot be stopped. */
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    const tooLate = new Promise<never>((_, reject) => {
      late.signal.addEventListener('abort', () => reject(new ApiError(0, { code: 'no-answer' })), { once: true })
    })
    return await Promise.race([work, tooLate])
  }
  return { signal: late.signal, moved, inTime, end: () => clearTimeout(timer) }
}

/** Waits for work, such as a part of the app that a click needs: rejects with `no-answer` where it takes too long, and lets it go on. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const patience = startPatience()
  return await patience.inTime(work).finally(patience.end)
}

/** The same stream, which errors with `no-answer` where nothing comes for too long, or where it breaks off. */
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

/** Whether nobody waits for the answer any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
