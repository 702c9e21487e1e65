/**
 * The seed of what tests choose at random in this run, which is another one each second. `TEST_SEED` gives one again that a
 * former run printed.
 */
const seed = Number(process.env.TEST_SEED ?? Math.floor(Date.now() / 1000))

/**
 * Returns a third of the values, another one with each next seed, for tests that cost much and whose random requests find
 * the same kinds of faults at any of them. Prints the seed, by which the run is repeated.
 */
export function thirdOf<Value>(values: readonly Value[], given = seed): readonly Value[] {
  process.stderr.write(`Random requests of one third: repeat them with TEST_SEED=${given}\n`)
  return values.filter((_, at) => at % 3 === given % 3)
}

/** What makes fast-check choose alike in a run with the same seed. */
export const bySeed = { seed }
