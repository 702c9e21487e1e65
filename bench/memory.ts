/** Prints the server's resident memory during work and for a minute afterwards, and checks how much it keeps. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from './cluster.ts'
import { download } from './download.ts'
import { bigTenant, databaseOf } from './fixture.ts'
import { Connection } from './http-client.ts'
import { devicePhoto, sendPhoto } from './photo.ts'
import { startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { peakDuring, residentMiB } from './resident.ts'
import { logIn } from './session.ts'

const requests = 1000
const clients = 8
const uploads = 100
const uploadsAtOnce = 4

const cluster = await openCluster()
const lateral = await startServer('lateral', { DATABASE_URL: cluster.urlOf(databaseOf('1M')) })
try {
  const started = performance.now()
  const curve: { after: string; s: string; 'peak MiB': string; MiB: string }[] = []
  const step = async (after: string, work: () => Promise<unknown>) => {
    const { peakMiB } = await peakDuring(lateral.pid, work)
    const [seconds, left] = [(performance.now() - started) / 1000, await residentMiB(lateral.pid)]
    curve.push({ after, s: seconds.toFixed(0), 'peak MiB': peakMiB.toFixed(0), MiB: left.toFixed(0) })
  }
  const photo = await devicePhoto()
  await step('start', () => sleep(3000))
  const headers = await logIn(lateral.port, bigTenant.accounts.tenant)
  await step(`${requests} mixed requests of ${clients} clients`, () => browse(headers))
  await step(`${uploads} uploads of 12 megapixels, ${uploadsAtOnce} at a time`, () => uploadAll(photo, headers))
  await step('an export of 1M rows', () => download(lateral.port, headers))
  for (const seconds of [10, 20, 30, 40, 50, 60]) await step(`${seconds} s of rest`, () => sleep(10_000))
  printTable('Resident memory of the server', curve)
  printAim('memory a minute after work, in MiB', await residentMiB(lateral.pid), { atMost: 200 })
} finally {
  await lateral.stop()
  await cluster.close()
}

async function browse(headers: Record<string, string>): Promise<void> {
  const paths = [
    '/test-records?per_page=50',
    '/test-records?per_page=100&result=positive',
    '/groups',
    '/get-site-preferences',
  ]
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const connection = await Connection.open(lateral.port, bigTenant.host)
      for (let n = client; n < requests; n += clients) {
        const path = `/api/v1${paths[n % paths.length]}`
        const { status } = await connection.send({ method: 'GET', path, headers })
        if (status !== 200) throw new Error(`${path} answered ${status}`)
      }
      connection.close()
    }),
  )
}

async function uploadAll(photo: Buffer, headers: Record<string, string>): Promise<void> {
  await Promise.all(
    Array.from({ length: uploadsAtOnce }, async () => {
      for (let n = 0; n < uploads / uploadsAtOnce; n++) {
        const { status } = await sendPhoto({ port: lateral.port, host: bigTenant.host }, headers, photo)
        if (status !== 201) throw new Error(`An upload answered ${status}`)
      }
    }),
  )
}
