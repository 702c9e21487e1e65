import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A process behind the proxy, as the proxy sees it. */
interface Process {
  server: Server
  isReady: boolean
}

describe.skipIf(!hasHaproxy())('the HAProxy of deploy/', () => {
  let first: Process
  let second: Process
  let address: string
  let stop: () => Promise<void>

  beforeEach(async () => {
    first = await startProcess('first')
    second = await startProcess('second')
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    const folder = await mkdtemp(path.join(tmpdir(), 'lateral-proxy-'))
    const file = path.join(folder, 'haproxy.cfg')
    const text = await readFile(path.join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8')
    const changed = text
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:8404', `127.0.0.1:${await freePort()}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${portOf(first.server)}`)
      .replaceAll('127.0.0.1:3002', `127.0.0.1:${portOf(second.server)}`)
    await writeFile(file, changed)
    const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    stop = async () => {
      proxy.kill('SIGKILL')
      await Promise.all([once(proxy, 'exit'), ...[first, second].map(({ server }) => close(server))])
      await rm(folder, { recursive: true, force: true })
    }
    await expect.poll(asked).toBe('200')
  })
  afterEach(async () => await stop())

  /** Asks twenty times, and tells who answered, or by which status the proxy refused. */
  const askedOften = async () => [...new Set(await Promise.all(Array.from({ length: 20 }, whoAnswers)))].toSorted()
  const whoAnswers = async () => {
    const reply = await fetch(`${address}/api/v1/anything`)
    return reply.ok ? await reply.text() : String(reply.status)
  }
  const asked = async () =>
    await fetch(address).then(
      ({ status }) => String(status),
      () => 'nobody',
    )

  it('leads to whoever is ready', async () => {
    first.isReady = false
    await expect.poll(askedOften).toEqual(['second'])
  })

  it('leads to those that live while none is ready', async () => {
    first.isReady = false
    await expect.poll(askedOften).toEqual(['second'])
    second.isReady = false
    await expect.poll(askedOften).toEqual(['first', 'second'])
    await close(first.server)
    await expect.poll(askedOften).toEqual(['second'])
  })

  it('refuses when none lives', async () => {
    await Promise.all([close(first.server), close(second.server)])
    await expect.poll(askedOften).toEqual(['503'])
  })
})

describe.skipIf(!hasHaproxy())('the HAProxy of deploy/ in front of the leader', () => {
  it('ends a connection that no node takes, even if it came before the first check', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lateral-proxy-'))
    const file = path.join(folder, 'haproxy-database.cfg')
    let text = await readFile(path.join(import.meta.dirname, '../../deploy/haproxy-database.cfg'), 'utf8')
    const port = await freePort()
    text = text.replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    for (const own of [5431, 5432, 5433]) text = text.replace(`127.0.0.1:${own}`, `127.0.0.1:${await freePort()}`)
    for (const own of [8001, 8002, 8003]) text = text.replace(`port ${own}`, `port ${await freePort()}`)
    await writeFile(file, text)
    const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    try {
      const client = await connected(port)
      await expect.poll(() => client.closed).toBe(true)
    } finally {
      proxy.kill('SIGKILL')
      await once(proxy, 'exit')
      await rm(folder, { recursive: true, force: true })
    }
  })
})

/** Connects as soon as somebody listens. What is sent back is thrown away, so that the end is seen. */
async function connected(port: number): Promise<Socket> {
  for (;;) {
    const client = connect(port, '127.0.0.1')
    const isThere = await once(client, 'connect').then(
      () => true,
      () => false,
    )
    if (isThere) return client.on('error', () => undefined).resume()
    await sleep(5)
  }
}

function hasHaproxy(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function startProcess(name: string): Promise<Process> {
  const answer: RequestListener = ({ url }, reply) => {
    reply.statusCode = url === '/health/ready' && !started.isReady ? 503 : 200
    reply.end(name)
  }
  const started: Process = { server: createServer(answer), isReady: true }
  await once(started.server.listen(0, '127.0.0.1'), 'listening')
  return started
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  await close(server)
  return port
}
