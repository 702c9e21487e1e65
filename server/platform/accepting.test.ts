import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { listenOnSeveralSockets } from './accepting.ts'

let app: FastifyInstance
let closeSockets: () => void

afterEach(async () => {
  await app.close()
  closeSockets()
})

async function start(): Promise<number> {
  app = fastify()
  app.get('/', async () => 'served')
  closeSockets = await listenOnSeveralSockets(app, { host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port // it listens on TCP
}

it.runIf(process.platform === 'linux')('takes several new connections in one turn of a busy loop', async () => {
  const port = await start()
  const wanted = 64
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const client = new Worker(
    `const { connect } = require('node:net')
     const { workerData: { port, wanted, flag } } = require('node:worker_threads')
     const opened = Array.from({ length: wanted }, () => new Promise((resolve) => connect(port, '127.0.0.1', resolve)))
     Promise.all(opened).then(() => { Atomics.store(flag, 0, 1); Atomics.notify(flag, 0) })`,
    { eval: true, workerData: { port, wanted, flag } },
  )
  try {
    await once(client, 'online')
    const ofTurns = [0]
    let accepted = 0
    app.server.on('connection', () => {
      accepted += 1
      ofTurns.push((ofTurns.pop() ?? 0) + 1)
    })
    // All of them are made while this loop stands still.
    Atomics.wait(flag, 0, 0)
    while (accepted < wanted) {
      await new Promise((resolve) => setImmediate(resolve))
      ofTurns.push(0)
    }
    expect(Math.max(...ofTurns)).toBeGreaterThan(1)
  } finally {
    await client.terminate()
  }
})

it('serves on every socket, and none is left when it is closed', async () => {
  const port = await start()
  const ask = async () => await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text()
  const replies = await Promise.all(Array.from({ length: 50 }, ask))
  expect([...new Set(replies)]).toEqual(['served'])
  await app.close()
  closeSockets()
  const [error] = (await once(connect(port, '127.0.0.1'), 'error').catch((refused: Error) => [refused])) as [Error]
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
})

it('refuses a port that somebody has, sharing or not', async () => {
  const port = await start()
  const other = fastify()
  await expect(listenOnSeveralSockets(other, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const alone = createServer()
  await expect(once(alone.listen(port, '127.0.0.1'), 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await other.close()
})
