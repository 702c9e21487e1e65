import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let app: TestApp | undefined

afterEach(async () => {
  await app?.close()
  app = undefined
})

/** Asks twice through a proxy on this machine, and returns the lines of the log that name the setting. */
async function saidThroughProxy(settings: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  app = await startTestApp({ settings, log: { write: (line) => void lines.push(line) } })
  for (const url of ['/health/live', '/health/ready'])
    // oxlint-disable-next-line no-await-in-loop -- the second request must find that it has been said
    await app.app.inject({ url, headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' } })
  return lines.filter((line) => line.includes('TRUST_PROXY'))
}

const byHttps = { PUBLIC_URL: 'https://lateral.example' }

test('a proxy that is not trusted is said once, loudly, and without anybody’s address', async () => {
  const said = await saidThroughProxy(byHttps)
  expect(said.map((line) => JSON.parse(line).level)).toEqual([50])
  expect(said.join()).not.toContain('203.0.113.7')
})

test('nothing is said of a proxy that is trusted', async () => {
  expect(await saidThroughProxy({ ...byHttps, TRUST_PROXY: 'loopback' })).toEqual([])
})

test('another trusted proxy does not keep it quiet', async () => {
  expect(await saidThroughProxy({ ...byHttps, TRUST_PROXY: '10.0.0.0/8' })).toHaveLength(1)
})

test('without https nothing is said', async () => {
  expect(await saidThroughProxy({ PUBLIC_URL: 'http://lateral.example' })).toEqual([])
})
