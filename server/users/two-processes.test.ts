import { afterAll, beforeAll, expect, it } from 'vitest'
import { browseAs } from '../../tests/programs/browser.ts'
import { createInstallation, type Installation } from '../../tests/server/installation.ts'
import { startServerProcess, type ServerProcess } from '../../tests/programs/server-process.ts'
import { userIdOf } from '../../tests/server/tenants.ts'

let installation: Installation
const servers: ServerProcess[] = []

beforeAll(async () => {
  installation = await createInstallation()
  for (let i = 0; i < 2; i += 1) servers.push(await startServerProcess(installation.dataDir))
})

afterAll(async () => {
  for (const server of servers) await server.stop()
  await installation.remove()
})

it.each([
  ['suspended', `/users/${userIdOf('clinical')}/suspend`],
  ['whose password was reset', `/users/${userIdOf('provider')}/reset-password`],
])('a user %s through one server process is out at their next request to another', async (_, change) => {
  const [here, there] = servers.map(({ url }) => url)
  if (here === undefined || there === undefined) throw new Error('Two servers were started')
  const session = await browseAs(there, change.includes('suspend') ? 'clinical' : 'provider')
  expect((await session('GET', '/test-records')).status).toBe(200)
  const admin = await browseAs(here, 'tenant')
  expect((await admin('PUT', change)).status).toBe(200)
  expect((await session('GET', '/test-records')).status).toBe(401)
})
