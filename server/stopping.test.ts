import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInstallation, type Installation } from '../tests/server/installation.ts'
import { startServerProcess, type ServerProcess } from '../tests/programs/server-process.ts'

let installation: Installation
let server: ServerProcess | undefined

beforeAll(async () => {
  installation = await createInstallation()
})
afterAll(async () => {
  await server?.kill()
  await installation.remove()
})

/** Starts a server that a stop would delay for longer than any test takes. */
const start = async () => (server = await startServerProcess(installation.dataDir, { DRAIN_SECONDS: '300' }))

const statusOf = async ({ url }: ServerProcess, path: string) => (await fetch(url + path)).status

it('a server behind a load balancer is first not ready, and still serves new connections', async () => {
  const watched = await start()
  expect(await statusOf(watched, '/health/ready')).toBe(200)
  watched.signal('SIGTERM')
  await expect.poll(() => statusOf(watched, '/health/ready')).toBe(503)
  expect(await statusOf(watched, '/api/v1/get-site-preferences')).toBe(200)
  await watched.kill()
})

it('a server that nobody watches stops at once', async () => {
  const alone = await start()
  expect(await statusOf(alone, '/health/live')).toBe(200)
  expect(await alone.stop()).toBe(0)
})

it('Ctrl-C stops a server at once, also behind a load balancer', async () => {
  const watched = await start()
  expect(await statusOf(watched, '/health/ready')).toBe(200)
  watched.signal('SIGINT')
  expect(await watched.ended).toBe(0)
})
