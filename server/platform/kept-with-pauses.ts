import { setImmediate as othersAreServed } from 'node:timers/promises'

/** Milliseconds that one request may occupy the thread before it pauses. */
const turn = 8

/** Filters a long list, and lets other requests run in between. */
export async function keptWithPauses<T>(items: readonly T[], isKept: (item: T) => boolean): Promise<T[]> {
  const kept: T[] = []
  let end = performance.now() + turn
  for (const item of items) {
    if (performance.now() >= end) {
      await othersAreServed()
      end = performance.now() + turn
    }
    if (isKept(item)) kept.push(item)
  }
  return kept
}
