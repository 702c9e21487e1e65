import { readFileSync } from 'node:fs'

/** Linux counts processor time in these parts of a second, whatever its kernel's own are. */
const ticksPerSecond = 100

/**
 * Seconds that the processor has worked for the programs that this process started and has seen end, and for theirs.
 * What was killed together with the program that started it is missing. Undefined where the system does not tell.
 */
export function processorSeconds() {
  let line
  try {
    line = readFileSync('/proc/self/stat', 'utf8')
  } catch {
    return undefined // such as on macOS
  }
  // The name, in brackets, may contain anything. After it come the state and then numbers.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [userTicks, systemTicks] = fields.slice(13, 15).map(Number)
  return (userTicks + systemTicks) / ticksPerSecond
}
