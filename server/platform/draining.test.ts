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
