import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than writing a message into the outbox takes. */
const leastMilliseconds = 50

/**
 * Does something that is more work for some people than for others, such as sending a mail to who has an account, and is
 * done no sooner than for the rest: so a reply's time does not tell them apart. Holds no connection while it waits.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const least = sleep(leastMilliseconds)
  try {
    return await work()
  } finally {
    await least
  }
}
