import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { results, type Result } from '../rules/results.ts'
import { testingAlgorithmForm, type TestingAlgorithmForm, type Way } from './algorithm.ts'
import { faultsOf, pathOf } from './path.ts'

const kit = '0190a000-0000-7000-8000-000000000001'

/** Algorithms whose ways lead anywhere, open and backward ones among them. */
const anyAlgorithm = fc
  .record({ steps: fc.integer({ min: 1, max: 5 }), outcomes: fc.integer({ min: 1, max: 4 }) })
  .chain(({ steps, outcomes }) => {
    const way = fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 12, arbitrary: fc.integer({ min: 0, max: steps }).map((step) => ({ step })) },
      { weight: 20, arbitrary: fc.integer({ min: 0, max: outcomes }).map((outcome) => ({ outcome })) },
    )
    const ways = fc.record({ positive: way, negative: way, inconclusive: way, invalid: way })
    return fc.record({
      steps: fc.array(ways, { minLength: steps, maxLength: steps }),
      outcomes: fc.constant(outcomes),
    })
  })
  .map(({ steps, outcomes }): TestingAlgorithmForm => ({
    name: 'Any',
    steps: steps.map((ways, at) => ({ name: `A${at + 1}`, assayId: kit, ways })),
    outcomes: Array.from({ length: outcomes }, (_, at) => ({
      name: `Outcome ${at}`,
      result: 'inconclusive',
      followUpDays: null,
    })),
  }))

/** Algorithms whose ways lead forward, which may still have steps and outcomes that nothing reaches. */
const forwardAlgorithm = anyAlgorithm.map((algorithm): TestingAlgorithmForm => ({
  ...algorithm,
  steps: algorithm.steps.map((step, at) => {
    const forward = (way: Way | null): Way => {
      if (way === null) return { outcome: 0 }
      if ('outcome' in way) return { outcome: way.outcome % algorithm.outcomes.length }
      return way.step > at && way.step < algorithm.steps.length ? way : { outcome: at % algorithm.outcomes.length }
    }
    const { positive, negative, inconclusive, invalid } = step.ways
    return {
      ...step,
      ways: {
        positive: forward(positive),
        negative: forward(negative),
        inconclusive: forward(inconclusive),
        invalid: forward(invalid),
      },
    }
  }),
}))

/** Results for as many steps as an algorithm has. */
const anyResults = fc.array(fc.constantFrom(...results), { minLength: 5, maxLength: 5 })

describe('the paths of an algorithm', () => {
  it('each end in exactly one outcome, after each step at most once, if nothing is wrong with it', () => {
    fc.assert(
      fc.property(forwardAlgorithm, anyResults, (algorithm, given) => {
        const { taken, next } = pathOf(algorithm, (step) => given[step])
        expect('outcome' in next && algorithm.outcomes[next.outcome]).toBeTruthy()
        expect(taken).toEqual([...new Set(taken)].toSorted((a, b) => a - b))
        expect(taken[0]).toBe(0)
      }),
    )
  })

  it('are refused where one is open, goes back or leads nowhere, and only there', () => {
    fc.assert(
      fc.property(anyAlgorithm, (algorithm) => {
        const wrong = algorithm.steps.flatMap(({ ways }, at) =>
          results
            .filter((result) => !isRight(ways[result], at, algorithm))
            .map((result) => `steps.${at}.ways.${result}`),
        )
        const found = faultsOf(algorithm)
          .map(({ path }) => path.join('.'))
          .filter((path) => path.includes('.ways.'))
        expect(found).toEqual(wrong)
        expect(testingAlgorithmForm.safeParse(algorithm).success).toBe(faultsOf(algorithm).length === 0)
      }),
    )
  })

  it('name the steps and outcomes that no result reaches', () => {
    const ways = {
      positive: { outcome: 0 },
      negative: { outcome: 0 },
      inconclusive: { outcome: 0 },
      invalid: { outcome: 0 },
    }
    const outcome = { name: 'End', result: 'positive', followUpDays: null } as const
    const faults = faultsOf({
      steps: [{ ways }, { ways: { ...ways, positive: { outcome: 1 } } }],
      outcomes: [outcome, outcome],
    })
    expect(faults).toEqual([
      { path: ['steps', 1, 'name'], phrase: 'stepUnreached' },
      { path: ['outcomes', 1, 'name'], phrase: 'outcomeUnreached' },
    ])
  })

  it('wait at the first step without a result, whatever later ones say', () => {
    const to = (way: Way) => ({ positive: way, negative: way, inconclusive: way, invalid: way })
    const steps = [{ ways: to({ step: 1 }) }, { ways: to({ step: 2 }) }, { ways: to({ outcome: 0 }) }]
    const given = new Map<number, Result>([
      [0, 'positive'],
      [2, 'positive'],
    ])
    expect(pathOf({ steps }, (step) => given.get(step))).toEqual({ taken: [0], next: { step: 1 } })
  })
})

function isRight(way: Way | null, at: number, { steps, outcomes }: TestingAlgorithmForm): boolean {
  if (way === null) return false
  return 'outcome' in way ? way.outcome < outcomes.length : way.step > at && way.step < steps.length
}
