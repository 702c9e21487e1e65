import type { Result } from '../../contract/rules/results.ts'
import type { Random } from './random.ts'

/** The facts about a test that its result depends on. */
export interface Undecided {
  daysBack: number
  groupIndex: number
  lot: string | null
  result: Result
}

export const quotas = { invalid: 60, inconclusive: 40, corrected: 80, voided: 28 }

/** A run of invalid tests: its group, the suffix of its lot, its days back, and how many tests are invalid. */
export const badLot = { groupIndex: 1, suffix: '-R7', fromDaysBack: 19, toDaysBack: 11, invalids: 16 }

/** The chance that a test is positive: low at most times, with an epidemic that peaks about six weeks ago. */
function chanceOfPositive(daysBack: number): number {
  return 0.07 + 0.24 * Math.exp(-(((daysBack - 43) / 13) ** 2) / 2)
}

/** Gives each test its result. `tests` must be in order of time, the earliest first. */
export function decideResults<T extends Undecided>(tests: readonly T[], random: Random): void {
  for (const test of tests) test.result = random.chance(chanceOfPositive(test.daysBack)) ? 'positive' : 'negative'
  const inRun = tests.filter(
    (test) =>
      test.groupIndex === badLot.groupIndex &&
      test.lot !== null &&
      test.daysBack <= badLot.fromDaysBack &&
      test.daysBack >= badLot.toDaysBack,
  )
  const byLot = [...Map.groupBy(inRun, ({ lot }) => lot).values()]
  const ofOneLot = byLot.sort((a, b) => b.length - a.length)[0] ?? []
  const run = ofOneLot.slice(0, badLot.invalids)
  for (const test of run) {
    test.lot = `${test.lot}${badLot.suffix}`
    test.result = 'invalid'
  }
  const rest = random.shuffled(tests.filter(({ lot }) => !lot?.endsWith(badLot.suffix)))
  const invalids = rest.slice(0, quotas.invalid - run.length)
  for (const test of invalids) test.result = 'invalid'
  for (const test of rest.slice(invalids.length, invalids.length + quotas.inconclusive)) test.result = 'inconclusive'
}

/** Returns the results of the device's lines for which the test as a whole has this result. */
export function linesFor<T>(result: Result, analytes: readonly T[], random: Random): Result[] {
  const [first, second] = random.shuffled(analytes.map((_, index) => index))
  switch (result) {
    case 'negative':
      return analytes.map(() => 'negative')
    case 'invalid':
      // Without a control line no line can be read.
      return analytes.map(() => 'invalid')
    case 'inconclusive':
      return analytes.map((_, index) => (index === first ? 'inconclusive' : 'negative'))
    case 'positive': {
      const both = random.chance(0.06)
      return analytes.map((_, index) => (index === first || (both && index === second) ? 'positive' : 'negative'))
    }
  }
}
