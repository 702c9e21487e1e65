import { sayProblem } from './said-problem.ts'

/** The outcome of work that was done in turn. */
interface Left {
  /** Tenants of which a step failed, and those with work left at the end. */
  left: string[]
  /** Says in how many tenants a step failed, with the first error as its cause; undefined if none did. */
  failed: Error | undefined
}

/**
 * Does one step of each tenant, and another of those with more to do, until none has any, so that long work of one tenant
 * does not delay the others. A failing tenant does not hold up the others. No step begins once `isOver` returns true.
 */
export async function inTurn(
  all: readonly string[],
  step: (tenantId: string) => Promise<{ isMore: boolean }>,
  isOver: () => boolean = () => false,
): Promise<Left> {
  const failing = new Map<string, unknown>()
  let waiting = [...all]
  while (waiting.length > 0 && !isOver()) {
    const next: string[] = []
    for (const [place, one] of waiting.entries()) {
      if (isOver()) {
        next.push(...waiting.slice(place))
        break
      }
      try {
        if ((await step(one)).isMore) next.push(one)
      } catch (error) {
        failing.set(one, error)
      }
    }
    waiting = next
  }
  return { left: [...failing.keys(), ...waiting], failed: failureOf(failing, all.length) }
}

function failureOf(failing: ReadonlyMap<string, unknown>, all: number): Error | undefined {
  const [first] = failing
  if (first === undefined) return undefined
  const [tenantId, cause] = first
  return new Error(`It failed in ${failing.size} of ${all} tenants, first in ${tenantId}: ${sayProblem(cause)}`, {
    cause,
  })
}
