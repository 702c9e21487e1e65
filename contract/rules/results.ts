/** Results of a lateral-flow test (spec §3). */
export const results = ['positive', 'negative', 'inconclusive', 'invalid'] as const
export type Result = (typeof results)[number]

/**
 * The result of a test as a whole: positive when any line is, else inconclusive, else invalid when any is, else
 * negative. A test with one analyte has that analyte's result.
 */
export function overallResult(ofAnalytes: readonly Result[]): Result {
  const order: readonly Result[] = ['positive', 'inconclusive', 'invalid', 'negative']
  return order.find((result) => ofAnalytes.includes(result)) ?? 'invalid'
}

/** Positivity: positives among conclusive tests (positive and negative), or undefined when there are none. */
export function positivity(
  counts: Record<Result, number>,
): { positive: number; conclusive: number; share: number } | undefined {
  const conclusive = counts.positive + counts.negative
  if (conclusive === 0) return undefined
  return { positive: counts.positive, conclusive, share: counts.positive / conclusive }
}
