import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { desktop } from '../stage/visit.ts'
import { DriverError, Found, type Driver, type RunningBrowser } from './driver.ts'

/** Makes an invisible window behave as if it had the focus, and reduces motion as in the other journeys. */
const preferences = 'user_pref("focusmanager.testmode", true); user_pref("ui.prefersReducedMotion", 1);'

/** Starts Debian's Firefox without a window, with an empty profile. */
export async function startFirefox(): Promise<RunningBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'lateral-firefox-'))
  await writeFile(path.join(profile, 'user.js'), preferences)
  const program = spawn(
    '/usr/bin/firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(program, 'exit')
  const socket = new WebSocket(`${await addressOf(program.stderr)}/session`)
  await once(socket, 'open')
  const complaints: string[] = []
  const send = exchange(socket, (event) => {
    const complaint = complaintOf(event)
    if (complaint !== undefined) complaints.push(complaint)
  })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted'] })
  // Firefox starts with a page of its own.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
  await send('browsingContext.setViewport', { context, viewport: desktop })
  await send('browsingContext.activate', { context })
  return {
    driver: driverOf(send, context),
    complaints,
    close: async () => {
      await send('browser.close', {})
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** The address at which Firefox listens, which it prints when it is ready. */
async function addressOf(said: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(said)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address === undefined) continue
    said.resume() // later output is not needed, and must not fill the pipe
    return address
  }
  throw new Error('Firefox ended before it listened')
}

type Send = <T>(method: string, params: object) => Promise<T>

/** Sends commands and matches replies to them by number; a message without a number is an event. */
function exchange(socket: WebSocket, onEvent: (event: Happening) => void): Send {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Reply | Happening // the protocol defines the shape
    if (message.type === 'event') return onEvent(message)
    const { resolve, reject } = waiting.get(message.id) ?? {}
    waiting.delete(message.id)
    if (message.type === 'success') resolve?.(message.result)
    else reject?.(new DriverError(message.error, message.message))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox is gone'))
  })
  let last = 0
  return async <T>(method: string, params: object) => {
    const id = (last += 1)
    const reply = Promise.withResolvers<unknown>()
    waiting.set(id, reply)
    socket.send(JSON.stringify({ id, method, params }))
    return (await reply.promise) as T
  }
}

type Reply =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number; error: string; message: string }

type Happening = { type: 'event' } & (
  | { method: 'log.entryAdded'; params: { level: string; text: string } }
  | { method: 'network.responseCompleted'; params: { response: { status: number; url: string } } }
)

function complaintOf({ method, params }: Happening): string | undefined {
  if (method === 'log.entryAdded') return params.level === 'error' ? params.text : undefined
  const { status, url } = params.response
  return status >= 500 ? `${status} from ${new URL(url).pathname}` : undefined
}

/** The results of a script that are needed here: elements, or text. */
type Value =
  | { type: 'array'; value: { sharedId: string }[] }
  | { type: 'string'; value: string }
  | { type: 'undefined' }
type Answer = { type: 'success'; result: Value } | { type: 'exception'; exceptionDetails: { text: string } }

/** The protocol that Firefox speaks without another program: https://www.w3.org/TR/webdriver-bidi/ */
function driverOf(send: Send, context: string): Driver {
  const evaluate = async (functionDeclaration: string, given: unknown[]): Promise<Value> => {
    const answer = await send<Answer>('script.callFunction', {
      functionDeclaration,
      awaitPromise: false,
      target: { context },
      arguments: given.map((one) =>
        one instanceof Found ? { sharedId: one.id } : { type: 'string', value: JSON.stringify(one) },
      ),
    })
    if (answer.type === 'exception') throw new DriverError('javascript error', answer.exceptionDetails.text)
    return answer.result
  }
  const called = (work: unknown) =>
    `(${String(work)})(...given.map((one) => (typeof one === 'string' ? JSON.parse(one) : one)))`
  const act = (actions: object) => send<void>('input.performActions', { context, actions: [actions] })
  const driver: Driver = {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    address: () => driver.call(() => window.location.href),
    run: async (script) => void (await evaluate(`() => { ${script} }`, [])),
    call: async <T>(work: (...given: never[]) => T, ...given: unknown[]) => {
      const answer = await evaluate(`(...given) => JSON.stringify(${called(work)})`, given)
      return (answer.type === 'string' ? JSON.parse(answer.value) : undefined) as T
    },
    find: async (work, ...given) => {
      const answer = await evaluate(`(...given) => ${called(work)}`, given)
      return answer.type === 'array' ? answer.value.map(({ sharedId }) => new Found(sharedId)) : []
    },
    strike: (actions) => act({ type: 'key', id: 'keyboard', actions }),
    click: async (element) => {
      const isFree = await driver.call(comeIntoReach, element)
      if (!isFree) throw new DriverError('element click intercepted', 'Something else lies above it')
      const origin = { type: 'element', element: { sharedId: element.id } }
      await act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
    },
    screenshot: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
  }
  return driver
}

/** True if the middle of the element on the screen is the element itself or within it. Runs in the browser. */
function comeIntoReach(element: Element): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
