import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { Draft } from './draft.ts'

export const steps = ['place', 'subject', 'test', 'review'] as const
export type Step = (typeof steps)[number]

/** Whether a step holds what the next one builds on. Its details are checked when it is left and when it is saved. */
function isDone(step: Step, draft: Draft, assay: AssayListItem | undefined): boolean {
  switch (step) {
    case 'place':
      return draft.organisation !== null && draft.group !== null
    case 'subject':
      return draft.subject !== null
    case 'test':
      return (
        assay !== undefined &&
        // Its result is recorded when the timer is over: this step is the last one.
        !assay.requiresTimer &&
        draft.performedDate !== null &&
        assay.analytes.every(({ id }) => draft.results[id] !== undefined)
      )
    case 'review':
      return false
  }
}

/** The step to show: the wanted one, or the first before it that is not done, so that no step can be jumped over. */
export function reachableStep(wanted: Step | undefined, draft: Draft, assay: AssayListItem | undefined): Step {
  const open = steps.find((step) => !isDone(step, draft, assay)) ?? 'review'
  if (wanted === undefined) return open === 'place' ? 'place' : firstOf(open, 'subject')
  return firstOf(wanted, open)
}

export function stepAfter(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? 'review'
}

/** Reads the address: anything else than a step means none in particular. */
export function parseStep(raw: unknown): Step | undefined {
  return steps.find((step) => step === raw)
}

function firstOf(one: Step, other: Step): Step {
  return steps.indexOf(one) <= steps.indexOf(other) ? one : other
}
