import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { quantile } from './measure.ts'
import { startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'

const starts = Number(process.env.BENCH_STARTS ?? 100)

/** Keeps every processor busy with two idle loops each. */
const busy = Array.from({ length: 2 * availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
process.once('exit', () => busy.forEach((child) => child.kill()))

const readyMs: number[] = []
const failures: string[] = []
for (let n = 0; n < starts; n++) {
  try {
    const server = await startServer('starts', {})
    readyMs.push(server.readyMs)
    await server.stop()
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error))
  }
}
for (const child of busy) child.kill()
printTable(`${starts} starts with the embedded database on a busy machine`, [
  {
    'ready p50 ms': quantile(readyMs, 0.5).toFixed(0),
    'worst ms': Math.max(...readyMs).toFixed(0),
  },
])
for (const failure of failures) process.stdout.write(`  ${failure}\n`)
printAim('starts that failed', failures.length, { atMost: 0 })
