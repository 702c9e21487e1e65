/**
 * The longest pause between two keys of a scanner, in milliseconds: the slowest ones that are sold type every 150, and radio or a busy
 * tablet adds to that. Nobody who waits to see what a key did is as fast.
 */
const scannersPause = 250
/** The pause between two looks at whether the page still keeps up with its events, in milliseconds. */
const look = 50
/** A look that is later than this, in milliseconds, shows that the page was busy, and that keys may be waiting for it. */
const tolerated = 30
/** So many looks in a row must be in time. */
const looksInTime = 2
/** A page that never keeps up is waited for no longer than this, in milliseconds. */
const longestWait = 3000

/** True if a scanner may have typed both of two keys, by the times of their events. */
export function isWithinPause(at: number, other: number): boolean {
  return Math.abs(other - at) <= scannersPause
}

/**
 * For how long an event has waited for the page, in milliseconds. Events have the time since the page began, and in some environments
 * that since 1970.
 */
export function delayOf({ timeStamp }: { timeStamp: number }): number {
  const begun = timeStamp > performance.timeOrigin ? performance.timeOrigin : 0
  return Math.min(Math.max(begun + performance.now() - timeStamp, 0), longestWait)
}

/**
 * Calls back once no key can be on its way any more that was pressed within a scanner's pause after a key at `at`. Called while that
 * key is handled. A timer alone does not know: where the page is busy, keys wait behind it. Returns a function that stops it.
 */
export function afterPause(at: number, done: () => void): () => void {
  const begun = performance.now()
  // Later keys may wait for the page as long as this one did.
  const earliest = begun + scannersPause + delayOf({ timeStamp: at })
  let inTime = 0
  let timer: ReturnType<typeof setTimeout>
  function wait(ms: number) {
    const due = performance.now() + ms
    timer = setTimeout(() => {
      const now = performance.now()
      inTime = now - due > tolerated ? 0 : inTime + 1
      const isOver = now >= earliest && (inTime >= looksInTime || now - begun > longestWait)
      if (isOver) done()
      else wait(Math.min(look, Math.max(earliest - now, 1)))
    }, ms)
  }
  wait(look)
  return () => clearTimeout(timer)
}
