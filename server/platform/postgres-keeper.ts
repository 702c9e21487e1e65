import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabasePresence } from './database-presence.ts'

/** Gives up after this many tries in a row, with pauses that double: about 20 s in all. */
const mostTries = 10
const pauses = { firstMs: 100, longestMs: 5_000 }

/** Milliseconds after which a database is stable, so that its next end is counted from zero. */
const steadyMs = 1000

/** Milliseconds after which a database has been useful. It is then always brought back, after a short pause. */
const servingMs = 100

/**
 * Waits until the database ends while in use, and brings it back each time; stops when `signal` is aborted. Throws the
 * reason when it cannot be brought back.
 */
export async function keepPostgres({
  presence: first,
  bringBack,
  report,
  signal,
  pausing = pauses,
}: {
  presence: DatabasePresence
  /** Starts the database, or joins one that another process has started, and returns the new presence. */
  bringBack: () => Promise<DatabasePresence>
  report: (line: string) => void
  signal: AbortSignal
  pausing?: typeof pauses
}): Promise<void> {
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let presence = first
  let tries = 0
  for (;;) {
    const since = performance.now()
    await Promise.race([presence.lost, stopped])
    if (signal.aborted) return
    const livedMs = performance.now() - since
    if (livedMs > steadyMs) tries = 0
    else if (livedMs > servingMs) tries = Math.min(tries, 1)
    report('The database has gone: bringing it back')
    const found = await tryAgain()
    if (found === undefined) return
    presence = found
    report('The database is back')
  }

  /** Returns undefined when stopping has begun. */
  async function tryAgain(): Promise<DatabasePresence | undefined> {
    let reason: unknown = new Error('it goes as soon as it is back')
    for (;;) {
      if (tries >= mostTries) throw reason
      const pause = tries === 0 ? 0 : Math.min(pausing.firstMs * 2 ** (tries - 1), pausing.longestMs)
      await sleep(pause, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return undefined
      tries += 1
      try {
        return await bringBack()
      } catch (error) {
        reason = error
      }
    }
  }
}
