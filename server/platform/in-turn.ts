/** The outcome of work that was done in turn. */
interface Left<T> {
  /** Items of which a step failed, and those with work left at the end. */
  left: T[]
  /** The first error; undefined without one. */
  failed: unknown
}

/**
 * Does one step of each item, and another of those with more to do, until none has any, so that long work of one item
 * does not delay the others. A failing item does not hold up the others. No step begins once `isOver` returns true.
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
