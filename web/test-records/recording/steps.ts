import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { Draft } from './draft.ts'

export const steps = ['place', 'subject', 'test', 'review'] as const
export type Step = (typeof steps)[number]

/** True if a step holds what the next one needs. Its details are checked on leaving it and on saving. */
function isDone(step: Step, draft: Draft, assay: AssayListItem | undefined): boolean {
  switch (step) {
    case 'place':
      return draft.organisation !== null && draft.group !== null
    case 'subject':
      return draft.subject !== null
    case 'test':
      return (
        assay !== undefined &&
        // The result is recorded after the timer, so this is the last step.
        !assay.requiresTimer &&
        draft.performedDate !== null &&
        assay.analytes.every(({ id }) => draft.results[id] !== undefined)
      )
    case 'review':
      return false
  }
}

/** The step to show: the wanted one, or the first incomplete one before it, so that no step can be skipped. */
export function reachableStep(wanted: Step | undefined, draft: Draft, assay: AssayListItem | undefined): Step {
  const open = steps.find((step) => !isDone(step, draft, assay)) ?? 'review'
  if (wanted === undefined) return open === 'place' ? 'place' : firstOf(open, 'subject')
  return firstOf(wanted, open)
}

export function stepAfter(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? 'review'
}

/** Reads the step in an address; anything else gives undefined. */
export function parseStep(raw: unknown): Step | undefined {
  return steps.find((step) => step === raw)
}

function firstOf(one: Step, other: Step): Step {
  return steps.indexOf(one) <= steps.indexOf(other) ? one : other
}
