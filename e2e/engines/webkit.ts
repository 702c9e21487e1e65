import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { desktop } from '../stage/visit.ts'
import { DriverError, Found, type Driver, type RunningBrowser } from './driver.ts'

/** Starts Debian's WebKitGTK with an empty profile, on an invisible display. */
export async function startWebKit(): Promise<RunningBrowser> {
  const display = spawn('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const port = await freePort()
  const driver = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${await numberOf(display)}`, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const complaints = complaintsOf(driver)
  const address = `http://127.0.0.1:${port}`
  await untilReady(address)
  const { sessionId } = await send<{ sessionId: string }>(`${address}/session`, 'POST', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { args: ['--automation', '--enable-write-console-messages-to-stdout=true'] },
      },
    },
  })
  const session: Session = (method, path, body) => send(`${address}/session/${sessionId}${path}`, method, body)
  // Makes the page in the window as large as in the other engines.
  await session('POST', '/window/rect', { width: desktop.width + 40, height: desktop.height + 100 })
  return {
    driver: driverOf(session),
    complaints,
    close: async () => {
      await session('DELETE', '')
      await end(driver)
      await end(display)
    },
  }
}

/** Sends a command of a session; the path follows the session's id. */
type Session = <T>(method: Method, path: string, body?: object) => Promise<T>
type Method = 'GET' | 'POST' | 'DELETE'

/** The protocol that browsers share: https://www.w3.org/TR/webdriver2/ */
function driverOf(session: Session): Driver {
  const execute = <T>(script: string, given: unknown[]) =>
    session<T>('POST', '/execute/sync', {
      script,
      args: given.map((one) => (one instanceof Found ? { [elementKey]: one.id } : one)),
    })
  return {
    open: (url) => session('POST', '/url', { url }),
    address: () => session('GET', '/url'),
    run: (script) => execute(script, []),
    call: async <T>(work: (...given: never[]) => T, ...given: unknown[]) =>
      ((await execute(`return (${String(work)})(...arguments)`, given)) ?? undefined) as T,
    find: async (work, ...given) => {
      const found = await execute<Record<string, string>[]>(`return (${String(work)})(...arguments)`, given)
      return found.map(({ [elementKey]: id = '' }) => new Found(id))
    },
    strike: (actions) => session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] }),
    click: ({ id }) => session('POST', `/element/${id}/click`),
    screenshot: async () => Buffer.from(await session<string>('GET', '/screenshot'), 'base64'),
  }
}

/** The key of an element's id, which the protocol fixes. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

async function send<T>(address: string, method: Method, body: object = {}): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(address, {
    method,
    ...(method === 'POST' && { headers, body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: unknown } // every reply of the protocol is `{ value }`
  if (response.ok) return value as T
  const { error, message } = value as { error: string; message: string }
  throw new DriverError(error, message)
}

/** Treats every message of the console as an error, except for those about 4xx replies, which are part of a journey. */
function complaintsOf(driver: ChildProcess): string[] {
  const complaints: string[] = []
  for (const stream of [driver.stdout, driver.stderr]) {
    if (stream === null) continue
    createInterface(stream).on('line', (line) => {
      if (/CONSOLE \w+ ERROR/.test(line) && !line.includes('Failed to load resource')) complaints.push(line)
    })
  }
  return complaints
}

/** The number of the display, which the program prints when it is ready. */
async function numberOf(display: ChildProcess): Promise<string> {
  const [said] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer] // opened for reading
  return said.toString().trim()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  server.close()
  return port
}

async function untilReady(driver: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    const isReady = await fetch(`${driver}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (left === 0) throw new Error('WebKitWebDriver does not answer')
    await pause(100)
  }
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  await ended
}
