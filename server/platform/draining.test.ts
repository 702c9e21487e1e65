import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as othersAreServed } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { drainOnClose } from './draining.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('a stopping server waits four seconds for a slow reader, and no longer', async () => {
  const app = fastify()
  drainOnClose(app)
  app.get('/endless', (_, reply) => {
    reply.hijack()
    reply.raw.write('begun')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on TCP
  const request = http.get({ port, host: '127.0.0.1', path: '/endless' })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  let isCutOff = false
  request.on('error', () => undefined)
  response.on('error', () => (isCutOff = true))

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closing = app.close()
  while (vi.getTimerCount() === 0) await othersAreServed()
  await vi.advanceTimersByTimeAsync(3_999)
  expect([app.draining.isOver.aborted, isCutOff]).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(app.draining.isOver.aborted).toBe(true)
  await closing
  while (!isCutOff) await othersAreServed()
})

it('while load balancers turn away only readiness is refused, and each reply ends its connection', async () => {
  const app = fastify()
  drainOnClose(app)
  for (const path of ['/health/ready', '/health/live', '/work']) app.get(path, async () => ({}))
  const ask = async (path: string) => {
    const { statusCode, headers } = await app.inject(path)
    return [statusCode, headers.connection]
  }
  expect(await ask('/health/ready')).toEqual([200, 'keep-alive'])

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isOver = false
  const turnedAway = app.draining.turnAway(10_000).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await ask('/health/ready')).toEqual([503, 'close'])
  expect(await ask('/health/live')).toEqual([200, 'close'])
  expect(await ask('/work')).toEqual([200, 'close'])
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await turnedAway
  expect(await ask('/health/ready')).toEqual([503, 'close'])
})

it('a server counts as watched for a minute after somebody asked whether it is ready', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const app = fastify()
  drainOnClose(app)
  for (const path of ['/health/ready', '/health/live']) app.get(path, async () => ({}))
  await app.inject('/health/live')
  expect(app.draining.isWatched).toBe(false)
  await app.inject('/health/ready')
  vi.advanceTimersByTime(59_999)
  expect(app.draining.isWatched).toBe(true)
  vi.advanceTimersByTime(1)
  expect(app.draining.isWatched).toBe(false)
})
