/** What is left of work that was done in turn. */
interface Left<T> {
  /** Those of which a step failed, and those that had more to do when it was over. */
  left: T[]
  /** What was thrown first; undefined where nothing was. */
  failed: unknown
}

/**
 * Does one step of each, and again of those that have more, until none has: nobody waits until another's long work is done. One that
 * fails does not hold up the others. Nothing begins once `isOver` says so.
 */
export async function inTurn<T>(
  all: readonly T[],
  step: (one: T) => Promise<{ isMore: boolean }>,
  isOver: () => boolean = () => false,
): Promise<Left<T>> {
  const failing: T[] = []
  let failed: unknown
  let waiting = [...all]
  while (waiting.length > 0 && !isOver()) {
    const next: T[] = []
    for (const [place, one] of waiting.entries()) {
      if (isOver()) {
        next.push(...waiting.slice(place))
        break
      }
      try {
        if ((await step(one)).isMore) next.push(one)
      } catch (error) {
        failing.push(one)
        failed ??= error
      }
    }
    waiting = next
  }
  return { left: [...failing, ...waiting], failed }
}
