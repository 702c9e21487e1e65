import type { Result } from '../rules/results.ts'
import { results } from '../rules/results.ts'

interface Steps {
  steps: readonly { ways: Readonly<Record<Result, { step: number } | { outcome: number } | null>> }[]
}

/** A path as far as it was gone: the steps that were taken, and what comes next, which is a step or an outcome. */
export interface GonePath {
  taken: number[]
  next: { step: number } | { outcome: number }
}

/**
 * Follows an algorithm by the results of its steps: the path begins at the first step and goes on while the step that it has
 * reached has a result. Results of steps that it does not reach count for nothing.
 */
export function pathOf({ steps }: Steps, resultOf: (step: number) => Result | undefined): GonePath {
  const taken: number[] = []
  let at = 0
  for (;;) {
    const result = resultOf(at)
    if (result === undefined) return { taken, next: { step: at } }
    const way = steps[at]?.ways[result] ?? null
    // A form with an open or a backward way is refused, so a stored algorithm has none.
    if (way === null || ('step' in way && way.step <= at)) throw new Error('A testing algorithm has an open path')
    taken.push(at)
    if ('outcome' in way) return { taken, next: way }
    at = way.step
  }
}

/** Something that leaves a path of an algorithm without exactly one outcome, with the place of its field. */
export interface AlgorithmFault {
  path: (string | number)[]
  phrase: 'wayOpen' | 'wayBackward' | 'wayUnknown' | 'stepUnreached' | 'outcomeUnreached'
}

/** Finds what is wrong with the paths of an algorithm. */
export function faultsOf({ steps, outcomes }: Steps & { outcomes: readonly unknown[] }): AlgorithmFault[] {
  const faults: AlgorithmFault[] = []
  const reached = new Set([0])
  const ended = new Set<number>()
  for (const [at, { ways }] of steps.entries()) {
    for (const result of results) {
      const way = ways[result]
      const phrase = faultOf(way, at, { steps: steps.length, outcomes: outcomes.length })
      if (phrase !== undefined) faults.push({ path: ['steps', at, 'ways', result], phrase })
      // A way from a step to which no path leads reaches nothing.
      if (phrase !== undefined || way === null || !reached.has(at)) continue
      if ('step' in way) reached.add(way.step)
      else ended.add(way.outcome)
    }
  }
  for (const at of steps.keys()) {
    if (!reached.has(at)) faults.push({ path: ['steps', at, 'name'], phrase: 'stepUnreached' })
  }
  for (const at of outcomes.keys()) {
    if (!ended.has(at)) faults.push({ path: ['outcomes', at, 'name'], phrase: 'outcomeUnreached' })
  }
  return faults
}

function faultOf(
  way: { step: number } | { outcome: number } | null,
  at: number,
  { steps, outcomes }: { steps: number; outcomes: number },
): AlgorithmFault['phrase'] | undefined {
  if (way === null) return 'wayOpen'
  if ('outcome' in way) return way.outcome < outcomes ? undefined : 'wayUnknown'
  if (way.step >= steps) return 'wayUnknown'
  return way.step <= at ? 'wayBackward' : undefined
}
