import { createServer, type AddressInfo, type Socket } from 'node:net'
import ssh2, { type Connection } from 'ssh2'
import { afterEach, expect, it, vi } from 'vitest'
import type { ReportProblem } from '../../../contract/notifications/report-problems.ts'
import { fingerprintOf, putFile } from './sftp.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000 })

const hostKeys = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
const parsed = ssh2.utils.parseKey(hostKeys.public)
if (parsed instanceof Error) throw parsed
const hostKey = fingerprintOf(parsed.getPublicSSH())

let stop: () => void = () => undefined
afterEach(() => stop())

/** What a server does with a connection. */
type Answer = (socket: Socket) => unknown

/** Serves each connection on a port of this machine, and keeps the connections that are open. */
async function serve(answer: Answer): Promise<{ port: number; open: Set<Socket> }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, open }
}

/** An SSH server that lets everybody in, and then does as `after` says. */
function lettingIn(after: (client: Connection) => unknown): Answer {
  const ssh = new ssh2.Server({ hostKeys: [hostKeys.private] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (context) => context.accept())
    after(client)
  })
  return (socket) => ssh.injectSocket(socket)
}

async function put(port: number) {
  const server = { host: '127.0.0.1', port, user: 'us', folder: '.', hostKey, secretKind: 'password' as const }
  return await putFile(
    { mayReach: () => true, lookUp: async () => [], limitMs: 2000 },
    { server, secret: 'secret' },
    { name: 'report.csv', content: Buffer.from('content') },
  )
}

const servers: [string, Answer, ReportProblem][] = [
  ['says nothing', (socket) => socket.resume(), 'timeout'],
  [
    'speaks another protocol',
    (socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(100)),
    'connection',
  ],
  ['hangs up', (socket) => socket.destroy(), 'connection'],
  ['lets us in and says nothing more', lettingIn((client) => client.on('session', () => undefined)), 'timeout'],
  ['hangs up on who came in', lettingIn((client) => client.on('ready', () => client.end())), 'connection'],
  [
    'takes what we say and answers nothing',
    lettingIn((client) =>
      client.on('session', (accept) => {
        accept().on('subsystem', (take) => take().resume())
      }),
    ),
    'timeout',
  ],
]

it.each(servers)('a server that %s costs a try and leaves no connection', async (_, answer, problem) => {
  const { port, open } = await serve(answer)
  expect(await put(port)).toBe(problem)
  await expect.poll(() => open.size).toBe(0)
})
