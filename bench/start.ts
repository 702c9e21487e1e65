import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from './cluster.ts'
import { bigTenant, databaseOf } from './fixture.ts'
import { quantile } from './measure.ts'
import { residentMiB } from './resident.ts'
import { startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { logIn } from './session.ts'

const starts = 7
/** Leaves the server time for a first garbage collection. */
const idleMs = 3000

const cluster = await openCluster()
try {
  const rows = []
  for (let n = 0; n < starts; n++) {
    const server = await startServer('start', { DATABASE_URL: cluster.urlOf(databaseOf('1M')) })
    await sleep(idleMs)
    const idle = await residentMiB(server.pid)
    await logIn(server.port, bigTenant.accounts.tenant)
    await sleep(idleMs)
    rows.push({ readyMs: server.readyMs, idle, afterLogin: await residentMiB(server.pid) })
    await server.stop()
  }
  const median = (values: readonly number[]) => quantile(values, 0.5)
  const readyMs = rows.map((row) => row.readyMs)
  const idle = rows.map((row) => row.idle)
  printTable(`Start with the database up, ${starts} times`, [
    {
      'ready p50 ms': median(readyMs).toFixed(0),
      'ready worst ms': Math.max(...readyMs).toFixed(0),
      'idle MiB': median(idle).toFixed(0),
      'idle after a login MiB': median(rows.map((row) => row.afterLogin)).toFixed(0),
    },
  ])
  printAim('ready, in milliseconds', median(readyMs), { atMost: 1000 })
  printAim('idle memory, in MiB', median(idle), { atMost: 120 })
} finally {
  await cluster.close()
}
