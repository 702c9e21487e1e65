/** Prints one line on standard output. */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Prints a problem with advice, then exits with code 1. */
export function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

/** Seconds since `started` (of performance.now()), as '1.2 s'. */
export function secondsSince(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
