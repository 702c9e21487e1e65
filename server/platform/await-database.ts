import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './database-away.ts'

/**
 * Machines of an installation start in any order and a failover takes a while, so a start waits this long for the
 * database.
 */
const waitLimitMs = 60_000
const firstPauseMs = 500
const longestPauseMs = 5_000

/**
 * Repeats work that needs the database, with growing pauses while that is away. Throws the work's error after a minute,
 * or at once for any other reason, and rejects when `signal` is aborted.
 */
export async function awaitDatabase<T>(
  work: () => Promise<T>,
  { report, signal }: { report: (line: string) => void; signal: AbortSignal },
): Promise<T> {
  const deadline = performance.now() + waitLimitMs
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() + pause > deadline) throw error
      if (pause === firstPauseMs)
        report(`The database is away (${reasonOf(error)}): trying again for ${waitLimitMs / 1000} s`)
      await sleep(pause, undefined, { signal })
    }
  }
}

/** A host name with several addresses fails with an aggregate error whose message is empty. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException // `isDatabaseAway` returned true, so it is an error
  return message || (code ?? 'no reason given')
}
