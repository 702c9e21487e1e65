import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openCluster } from './cluster.ts'
import { download, type Volume } from './download.ts'
import { bigTenant, databaseOf, idOf } from './fixture.ts'
import { quantile } from './measure.ts'
import { peakDuring, residentMiB } from './resident.ts'
import { startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { logIn } from './session.ts'
import { exportRows } from './statements.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 4)

const cluster = await openCluster()
const url = cluster.urlOf(databaseOf('1M'))
const lateral = await startServer('lateral', { DATABASE_URL: url })
try {
  const headers = await logIn(lateral.port, bigTenant.accounts.tenant)
  const before = await residentMiB(lateral.pid)
  const ofPsql: Run[] = []
  const ofLateral: (Run & { peakMiB: number })[] = []
  for (let round = 0; round < rounds; round++) {
    ofPsql.push(await timed(() => copyWithPsql(url)))
    const { result, peakMiB } = await peakDuring(lateral.pid, () => timed(() => download(lateral.port, headers)))
    ofLateral.push({ ...result, peakMiB })
  }
  const peak = Math.max(...ofLateral.map(({ peakMiB }) => peakMiB))
  printTable(`Export of ${ofLateral[0]?.lines} lines, ${rounds} rounds`, [
    { what: 'psql \\copy', ...figures(ofPsql), 'memory before MiB': '', 'peak MiB': '' },
    { what: 'Lateral', ...figures(ofLateral), 'memory before MiB': before.toFixed(0), 'peak MiB': peak.toFixed(0) },
  ])
  // Lateral adds a header line, a byte-order mark and a CR to each line; everything else must be equal.
  const [copied, downloaded] = [ofPsql.at(-1), ofLateral.at(-1)]
  if (copied === undefined || downloaded === undefined || copied.lines + 1 !== downloaded.lines) {
    throw new Error(
      `psql copied ${copied?.lines} lines and Lateral exported ${downloaded?.lines}: they are not comparable`,
    )
  }
  process.stdout.write(
    `  bytes per row: psql ${(copied.bytes / copied.lines).toFixed(1)}, Lateral ${(downloaded.bytes / downloaded.lines - 1).toFixed(1)} without CR\n`,
  )
  printAim('speed against psql', median(ofPsql) / median(ofLateral), { atLeast: 0.9 })
  printAim('memory on top, in MiB', peak - before, { atMost: 50 })
} finally {
  await lateral.stop()
  await cluster.close()
}

interface Run extends Volume {
  seconds: number
}

async function timed(work: () => Promise<Volume>): Promise<Run> {
  const started = performance.now()
  const volume = await work()
  return { ...volume, seconds: (performance.now() - started) / 1000 }
}

function median(runs: readonly Run[]): number {
  return quantile(
    runs.map(({ seconds }) => seconds),
    0.5,
  )
}

function figures(runs: readonly Run[]) {
  const rows = runs[0]?.lines ?? 0
  return {
    'p50 s': median(runs).toFixed(2),
    'worst s': Math.max(...runs.map(({ seconds }) => seconds)).toFixed(2),
    'rows/s': (rows / median(runs)).toFixed(0),
  }
}

/** psql writes through a pipe to `wc` instead of to a file, because Lateral writes through a socket. */
async function copyWithPsql(databaseUrl: string): Promise<Volume> {
  const statement = exportRows(idOf.tenant(0)).replaceAll(/\s+/g, ' ')
  const command = `\\copy (${statement}) to program 'wc -l -c' with (format csv, force_quote *)`
  const { stdout } = await promisify(execFile)('psql', [databaseUrl, '-X', '-q', '-c', command])
  const [lines = 0, bytes = 0] = stdout.trim().split(/\s+/).map(Number)
  return { lines, bytes }
}
