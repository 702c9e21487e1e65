/** Prints the server's resident memory during work and for a minute afterwards, and checks how much it keeps. */
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { openCluster } from './cluster.ts'
import { download } from './download.ts'
import { bigTenant, databaseOf } from './fixture.ts'
import { Connection } from './http-client.ts'
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
  const boundary = 'bench-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const host = `${bigTenant.host}:${lateral.port}`
  const type = `multipart/form-data; boundary=${boundary}`
  const upload = async () => {
    const outgoing = request({
      host: '127.0.0.1',
      port: lateral.port,
      method: 'POST',
      path: '/api/v1/device-images',
      headers: { ...headers, host, 'content-type': type, 'content-length': body.length },
    })
    outgoing.end(body)
    const [reply] = await once(outgoing, 'response')
    reply.resume()
    await once(reply, 'end')
    if (reply.statusCode !== 201) throw new Error(`An upload answered ${reply.statusCode}`)
  }
  await Promise.all(
    Array.from({ length: uploadsAtOnce }, async () => {
      for (let n = 0; n < uploads / uploadsAtOnce; n++) await upload()
    }),
  )
}

/** Draws a photo as large as a phone's, and with noise so that it compresses as badly. */
function devicePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  return sharp({ create: { width: 4032, height: 3024, channels: 3, background: 'white', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 75 })
    .toBuffer()
}
