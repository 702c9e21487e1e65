import { setImmediate as othersAreServed } from 'node:timers/promises'

/** Milliseconds for which one request may keep the thread to itself, before it pauses. */
const turn = 8

/** The items of a long list that are kept; whoever else waits for the thread is served in between. */
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
