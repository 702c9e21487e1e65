export interface InvalidOf {
  total: number
  invalid: number
}

/** The bound for conspicuous lots: chance alone may name one in at most one of a hundred dashboards. */
const allowedChance = 0.01

/**
 * The probability that at least this many of a lot's tests are invalid if the lot is like the others: the upper tail of
 * the exact binomial test, with the others' rate by the rule of succession, (invalid + 1) / (total + 2), so that no
 * invalid tests do not imply certainty. Null if there are no others.
 */
export function chanceOfInvalid(lot: InvalidOf, others: InvalidOf): number | null {
  if (others.total === 0) return null
  return binomialTail(lot.total, lot.invalid, (others.invalid + 1) / (others.total + 2))
}

/** True if such a probability is too small to be chance among this many compared lots (Bonferroni's bound). */
export function standsOut(chance: number | null, compared: number): boolean {
  return chance !== null && chance * compared < allowedChance
}

/**
 * The probability of `atLeast` or more successes in `trials`, each with probability `p`, which is neither 0 nor 1. The
 * number of steps is the number of successes, plus the later terms that still matter.
 */
export function binomialTail(trials: number, atLeast: number, p: number): number {
  if (atLeast <= 0) return 1
  const odds = Math.log(p) - Math.log1p(-p)
  // Logarithms are used, because the terms themselves become too small for a number after a few thousand tests.
  let logTerm = trials * Math.log1p(-p)
  const next = (successes: number) => Math.log((trials - successes) / (successes + 1)) + odds
  for (let successes = 0; successes < atLeast; successes++) logTerm += next(successes)
  const first = logTerm
  let sum = 0
  for (let successes = atLeast; successes <= trials; successes++) {
    const term = Math.exp(logTerm - first)
    sum += term
    const step = next(successes)
    // Beyond the likeliest number each term is smaller than the one before, so the remaining ones do not matter.
    if (step < 0 && term < sum * 1e-17) break
    logTerm += step
  }
  return Math.min(1, Math.exp(first + Math.log(sum)))
}
