import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './database-away.ts'

/** Machines of one installation start in any order, and a failover takes a while: so long the database is waited for. */
const waitLimitMs = 60_000
const firstPauseMs = 500
const longestPauseMs = 5_000

/**
 * Does work that needs the database, again and again with growing pauses while that is away. Throws the work's error when
 * a minute was not enough, when the database is not what is wrong, and when `signal` is aborted.
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

/** A name with several addresses fails with one error for all of them, whose message is empty. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException // `isDatabaseAway` has seen that it is an error
  return message || (code ?? 'no reason given')
}
