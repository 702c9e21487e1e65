/**
 * Prints how fast the records of the big tenant are exported as lines of FHIR, against CSV in turns, and with how much memory.
 * `BENCH_DATABASE` names the size, such as `20k` or `1M`, which `load` has made.
 */
import { openCluster } from './cluster.ts'
import { download } from './download.ts'
import { bigTenant, databaseOf, databases, type DatabaseName } from './fixture.ts'
import { quantile } from './measure.ts'
import { startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { peakDuring, residentMiB } from './resident.ts'
import { logIn } from './session.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const size = process.env.BENCH_DATABASE ?? '1M'
const types = ['Observation', 'DiagnosticReport', 'Patient']

if (!(size in databases)) throw new Error(`There is no database "${size}" of the bench`)
const cluster = await openCluster()
// The name was checked above.
const lateral = await startServer('lateral', { DATABASE_URL: cluster.urlOf(databaseOf(size as DatabaseName)) })
try {
  const headers = await logIn(lateral.port, bigTenant.accounts.tenant)
  const before = await residentMiB(lateral.pid)
  const speeds: Record<string, number[]> = {}
  let peak = 0
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const what of ['CSV', ...types]) {
      const started = performance.now()
      const path = what === 'CSV' ? undefined : `/fhir/R4/$export/${what}`
      const { result, peakMiB } = await peakDuring(lateral.pid, () => download(lateral.port, headers, path))
      const rows = what === 'CSV' ? result.lines - 1 : result.lines
      if (round > 0) (speeds[what] ??= []).push(rows / ((performance.now() - started) / 1000))
      peak = Math.max(peak, peakMiB)
    }
  }
  const median = (what: string) => quantile(speeds[what] ?? [], 0.5)
  printTable(
    `FHIR of ${size} records, ${rounds} rounds`,
    ['CSV', ...types].map((what) => ({ what, 'rows/s': median(what).toFixed(0) })),
  )
  printAim('Observations a second against rows of CSV', median('Observation') / median('CSV'), { atLeast: 0.6 })
  printAim('reports a second against rows of CSV', median('DiagnosticReport') / median('CSV'), { atLeast: 0.6 })
  printAim('memory on top, in MiB', peak - before, { atMost: 50 })
} finally {
  await lateral.stop()
  await cluster.close()
}
