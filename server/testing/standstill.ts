/** Milliseconds between two looks. */
const often = 3

/**
 * The longest standstill while something is done: milliseconds of a processor that this thread took between two looks, while
 * nobody else was served. It is the thread's own time, so that a machine that is busy with something else is no standstill.
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
 * The same of what can be repeated, as often as it takes until it is within `most`, at most five times: that a program is
 * compiled or memory is cleared up is no standstill of the work itself. What `prepare` does is not counted.
 */
export async function longestRepeated<T>(
  most: number,
  prepare: () => T | Promise<T>,
  work: (prepared: T) => Promise<unknown>,
): Promise<number> {
  let least = Infinity
  for (let times = 0; times < 5 && least > most; times += 1) {
    const prepared = await prepare()
    least = Math.min(least, await longestStandstill(() => work(prepared)))
  }
  return least
}

function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
