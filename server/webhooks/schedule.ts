const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes

/**
 * Milliseconds between the tries of one message: 75.6 hours in all, by the Standard Webhooks specification 1.0.0. After
 * the last one the webhook is paused.
 */
const waits = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
] as const

/** The most that a receiver can ask for with `Retry-After`. */
const longestWait = 24 * hours

/**
 * The milliseconds after which a message is tried again that has failed `tries` times; undefined when that was the last
 * one. `chance` from 0 to 1 spreads the tries of many webhooks over a tenth before and after. `asked` is what the
 * receiver asked for.
 */
export function waitAfter(tries: number, chance: number, asked = 0): number | undefined {
  const wait = waits[tries - 1]
  return wait === undefined ? undefined : Math.max(wait * (0.9 + 0.2 * chance), Math.min(asked, longestWait))
}

/** Reads `Retry-After` as milliseconds; 0 if it is missing or means nothing. */
export function readRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const wait = /^\d+$/.test(header) ? Number(header) * seconds : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.max(0, wait)
}
