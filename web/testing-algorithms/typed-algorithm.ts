import type { AlgorithmOutcome, TestingAlgorithm, Way } from '../../contract/testing-algorithms/algorithm.ts'
import { forEachResult, type Result } from '../../contract/rules/results.ts'
import { t as say } from '../ui/phrases.ts'
import type { FieldErrors } from '../ui/use-form.ts'

/** A step of the form. A way names the key of a step or of an outcome; '' if none is chosen. */
export interface TypedStep {
  key: string
  name: string
  /** '' until a test kit is chosen. */
  assayId: string
  ways: Readonly<Record<Result, string>>
}

export interface TypedOutcome {
  key: string
  name: string
  result: AlgorithmOutcome['result']
  /** The days as they were typed; '' if no further test is needed. */
  followUpDays: string
}

// A type and not an interface, because forms take records.
export type TypedAlgorithm = {
  name: string
  steps: readonly TypedStep[]
  outcomes: readonly TypedOutcome[]
}

/** Three positive tests in a row, as WHO recommends for HIV where few people have it. Each result can be led elsewhere. */
export function newTypedAlgorithm(): TypedAlgorithm {
  const [positive, negative, again] = ['outcome 0', 'outcome 1', 'outcome 2'] as const
  const step = (at: number, ofPositive: string, ofNegative: string): TypedStep => ({
    key: `step ${at}`,
    name: `A${at + 1}`,
    assayId: '',
    ways: { positive: ofPositive, negative: ofNegative, inconclusive: again, invalid: again },
  })
  return {
    name: '',
    steps: [step(0, 'step 1', negative), step(1, 'step 2', again), step(2, positive, again)],
    outcomes: [
      { key: positive, name: say('testingAlgorithms:form.positive'), result: 'positive', followUpDays: '' },
      { key: negative, name: say('testingAlgorithms:form.negative'), result: 'negative', followUpDays: '' },
      { key: again, name: say('testingAlgorithms:form.inconclusive'), result: 'inconclusive', followUpDays: '14' },
    ],
  }
}

export function typedAlgorithm({ form: { name, steps, outcomes } }: TestingAlgorithm): TypedAlgorithm {
  const keyOf = (way: Way | null) => (way === null ? '' : 'step' in way ? `step ${way.step}` : `outcome ${way.outcome}`)
  return {
    name,
    steps: steps.map((step, at) => ({
      key: `step ${at}`,
      name: step.name,
      assayId: step.assayId,
      ways: forEachResult((result) => keyOf(step.ways[result])),
    })),
    outcomes: outcomes.map((outcome, at) => ({
      key: `outcome ${at}`,
      name: outcome.name,
      result: outcome.result,
      followUpDays: outcome.followUpDays === null ? '' : String(outcome.followUpDays),
    })),
  }
}

/** Converts the form to the request body, with errors for what no schema can see. */
export function readAlgorithm({ name, steps, outcomes }: TypedAlgorithm): { candidate: unknown; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const wayOf = (key: string): Way | null => {
    const step = steps.findIndex((one) => one.key === key)
    const outcome = outcomes.findIndex((one) => one.key === key)
    if (step !== -1) return { step }
    return outcome === -1 ? null : { outcome }
  }
  for (const [at, { assayId }] of steps.entries()) {
    if (assayId === '') {
      errors[`steps.${at}.assayId`] = say('rules:required', { field: say('testingAlgorithms:kit') })
    }
  }
  for (const [at, { followUpDays }] of outcomes.entries()) {
    if (!/^\d{0,3}$/.test(followUpDays.trim())) {
      errors[`outcomes.${at}.followUpDays`] = say('testingAlgorithms:form.wholeDays')
    }
  }
  const candidate = {
    name,
    steps: steps.map((step) => ({
      name: step.name,
      assayId: step.assayId,
      ways: forEachResult((result) => wayOf(step.ways[result])),
    })),
    outcomes: outcomes.map((outcome) => ({
      name: outcome.name,
      result: outcome.result,
      followUpDays: outcome.followUpDays.trim() === '' ? null : Number(outcome.followUpDays),
    })),
  }
  return { candidate, errors }
}
