/** Of so many tests, so many were invalid. */
export interface InvalidOf {
  total: number
  invalid: number
}

/** A lot stands out when so much could happen by chance in one of a hundred dashboards at most. */
const allowedChance = 0.01

/**
 * How likely it is that at least so many of a lot's tests are invalid if the lot is like the others: the upper tail of the exact
 * binomial test, with the others' rate by the rule of succession, (invalid + 1) / (total + 2), so that a rate of none is no
 * certainty. Null where there are no others.
 */
export function chanceOfInvalid(lot: InvalidOf, others: InvalidOf): number | null {
  if (others.total === 0) return null
  return binomialTail(lot.total, lot.invalid, (others.invalid + 1) / (others.total + 2))
}

/** Whether such a chance is too small to be one, where so many lots were compared (the bound of Bonferroni). */
export function standsOut(chance: number | null, compared: number): boolean {
  return chance !== null && chance * compared < allowedChance
}

/**
 * The probability of `atLeast` or more successes in `trials`, each of probability `p`, which is neither 0 nor 1. It takes as many
 * steps as there are successes to ask for, and those after them that still count.
 */
export function binomialTail(trials: number, atLeast: number, p: number): number {
  if (atLeast <= 0) return 1
  const odds = Math.log(p) - Math.log1p(-p)
  // As logarithms: the terms themselves are too small to be written for a few thousand tests.
  let logTerm = trials * Math.log1p(-p)
  const next = (successes: number) => Math.log((trials - successes) / (successes + 1)) + odds
  for (let successes = 0; successes < atLeast; successes++) logTerm += next(successes)
  const first = logTerm
  let sum = 0
  for (let successes = atLeast; successes <= trials; successes++) {
    const term = Math.exp(logTerm - first)
    sum += term
    const step = next(successes)
    // Past the likeliest number each step is smaller than the one before, so that nothing that counts comes after this.
    if (step < 0 && term < sum * 1e-17) break
    logTerm += step
  }
  return Math.min(1, Math.exp(first + Math.log(sum)))
}
