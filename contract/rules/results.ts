/** Results of a lateral-flow test (spec §3), in the order in which they are offered and counted. */
export const results = ['positive', 'negative', 'inconclusive', 'invalid'] as const
export type Result = (typeof results)[number]

/** From the result that asks most of somebody to the one that asks nothing. */
export const resultsByWeight = ['positive', 'inconclusive', 'invalid', 'negative'] as const satisfies readonly Result[]

/** Makes a record with a value for each result. */
export function forEachResult<T>(valueOf: (result: Result) => T): Record<Result, T> {
  return Object.fromEntries(results.map((result) => [result, valueOf(result)])) as Record<Result, T> // every result has one
}

/** Numbers of tests. */
export type ResultCounts = Record<Result, number>

export const noCounts: ResultCounts = forEachResult(() => 0)

export function totalOf(counts: ResultCounts): number {
  return results.reduce((sum, result) => sum + counts[result], 0)
}

export function sumOfCounts(all: readonly ResultCounts[]): ResultCounts {
  return forEachResult((result) => all.reduce((sum, counts) => sum + counts[result], 0))
}

/**
 * The result of a test as a whole, from those of its lines. A test with one line has the result of that line; of several:
 *
 * 1. any positive: positive. A line that was seen stands, whatever the others show: whoever has one of three infections is
 *    to be treated, and not to wait for another device because a second strip could not be read.
 * 2. else any inconclusive: inconclusive. A line that may be there needs somebody to look again, which says more than that a
 *    strip failed.
 * 3. else any invalid: invalid, although others are negative. What was not read may be positive, so the test as a whole is never
 *    called negative; it is repeated.
 * 4. else negative: only when every line was read, and none is there.
 *
 * Each line keeps its own result beside it.
 */
export function overallResult(ofAnalytes: readonly Result[]): Result {
  return resultsByWeight.find((result) => ofAnalytes.includes(result)) ?? 'invalid'
}

/** The share of positives among conclusive tests (positive and negative), or undefined if there are none. */
export function positivity(counts: ResultCounts): { positive: number; conclusive: number; share: number } | undefined {
  const conclusive = counts.positive + counts.negative
  if (conclusive === 0) return undefined
  return { positive: counts.positive, conclusive, share: counts.positive / conclusive }
}
