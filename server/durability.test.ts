import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browse, browseAs } from '../tests/programs/browser.ts'
import { createInstallation, type Installation } from '../tests/server/installation.ts'
import { startMailServer } from '../tests/programs/mail-server.ts'
import { newRecordAt } from '../tests/server/new-record.ts'
import { startServerProcess, type ServerProcess } from '../tests/programs/server-process.ts'
import { emailOf } from '../tests/server/tenants.ts'

let installation: Installation
let server: ServerProcess | undefined

const start = (more?: NodeJS.ProcessEnv) => startServerProcess(installation.dataDir, more)

beforeAll(async () => {
  installation = await createInstallation()
})

afterAll(async () => {
  await server?.kill()
  await installation.remove()
})

it('every acknowledged record is stored after the server is killed', async () => {
  server = await start()
  const recording = recordUntilItFails(server)
  await recording.reached(40)
  await server.kill()
  const acknowledged = await recording.ended
  expect(acknowledged.length).toBeGreaterThanOrEqual(40)
  server = await start()
  await expectAllThere(server, acknowledged)
}, 240_000)

it('every acknowledged record is stored after the database is killed', async () => {
  server ??= await start()
  const recording = recordUntilItFails(server)
  await recording.reached(40)
  const [pid] = (await readFile(path.join(installation.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const acknowledged = await recording.ended
  await server.kill()
  server = await start()
  await expectAllThere(server, acknowledged)
}, 240_000)

it('every accepted mail is sent after the server is killed while the mail server is away', async () => {
  await server?.kill()
  // Nobody listens on port 1.
  server = await start({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const browser = await browse(server.url)
  const wanted = [emailOf('clinical'), emailOf('group'), emailOf('tenant')]
  for (const email of wanted) expect((await browser('POST', '/password-resets', { email })).status).toBe(204)
  await server.kill()
  const mailServer = await startMailServer()
  server = await start({ SMTP_URL: mailServer.url })
  // A mail that the killed server was about to send is retried once its job has expired.
  await expect
    .poll(() => new Set(mailServer.received.flatMap(({ to }) => to)), { timeout: 120_000 })
    .toEqual(new Set(wanted))
  await mailServer.close()
}, 240_000)

/** Records tests in four browsers at once until a request fails, and collects the acknowledged ids. */
function recordUntilItFails({ url }: ServerProcess) {
  const acknowledged: string[] = []
  const work = async () => {
    const browser = await browseAs(url, 'clinical')
    for (;;) {
      const response = await browser('POST', '/test-records', newRecordAt(installation.tenant.places.home)).catch(
        () => undefined,
      )
      if (response?.status !== 201) return
      const body = (await response.json().catch(() => undefined)) as { data: { id: string } } | undefined
      if (body === undefined) return
      acknowledged.push(body.data.id)
    }
  }
  return {
    ended: Promise.all(Array.from({ length: 4 }, work)).then(() => acknowledged),
    async reached(count: number) {
      while (acknowledged.length < count) await sleep(5)
    },
  }
}

async function expectAllThere({ url }: ServerProcess, ids: readonly string[]): Promise<void> {
  const browser = await browseAs(url, 'clinical')
  for (const id of ids) {
    const response = await browser('GET', `/test-records/${id}`)
    expect([id, response.status]).toEqual([id, 200])
  }
}
