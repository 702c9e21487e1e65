/** Milliseconds between two checks. */
const often = 3

/**
 * Measures the longest time for which the event loop was blocked during work, in milliseconds of this thread's
 * processor time between two checks, so that other load on the machine does not count.
 */
async function longestStandstill(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = ownTime()
  const look = () => {
    const now = ownTime()
    longest = Math.max(longest, now - before)
    before = now
  }
  const looking = setInterval(look, often)
  try {
    await work()
  } finally {
    clearInterval(looking)
    look()
  }
  return longest
}

/**
 * Repeats work until its longest blocking is within `most`, at most twelve times, because compilation, garbage
 * collection and whoever computes on the other half of the same core are not the work's own. `prepare` is not measured.
 */
export async function longestRepeated<T>(
  most: number,
  prepare: () => T | Promise<T>,
  work: (prepared: T) => Promise<unknown>,
): Promise<number> {
  let least = Infinity
  for (let times = 0; times < 12 && least > most; times += 1) {
    const prepared = await prepare()
    least = Math.min(least, await longestStandstill(() => work(prepared)))
  }
  return least
}

function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
