import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabasePresence } from './database-presence.ts'

/** So often in a row it is brought back before this is given up, with pauses that double: about 20 s in all. */
const mostTries = 10
const pauses = { firstMs: 100, longestMs: 5_000 }

/** A database that has lived for so long has come back to stay, and its next end is counted anew. */
const steadyMs = 1000

/** One that lived for so long has served somebody. However often it is ended, it is brought back, after a short pause. */
const servingMs = 100

/**
 * Waits until the database goes although it is used, and has it brought back, as often as it takes; stops when `signal`
 * is aborted. Throws why when it cannot be brought back.
 */
export async function keepPostgres({
  presence: first,
  bringBack,
  report,
  signal,
  pausing = pauses,
}: {
  presence: DatabasePresence
  /** Starts the database, or joins it where another process has; answers the new presence in it. */
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

  /** Undefined when stopping has begun. */
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
