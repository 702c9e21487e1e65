import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import type Client from 'ssh2-sftp-client'
import type { ReportProblem } from '../../../contract/notifications/report-problems.ts'
import type { Sending } from '../../../contract/notifications/sending.ts'
import { addressOfHost, type AddressJudge, type NameLookup } from '../../webhooks/service.ts'

/** How servers are reached. */
export interface SftpPost {
  mayReach: AddressJudge
  lookUp: NameLookup
  /** Milliseconds that one try may take in all, if that is not what is usual. Only for tests. */
  limitMs?: number
  /** Called after each step, to break off there. Only for tests. */
  after?: (step: 'written' | 'renamed') => Promise<void>
}

/** Where a file goes, with the secret in plain text. */
export interface SftpTarget {
  server: NonNullable<Sending['sftp']>
  secret: string
}

/** Milliseconds that one try may take in all. */
const usualLimitMs = 60_000
const connectLimitMs = 15_000

/**
 * Puts a file on a server under its name, and returns what kept it from that. It is written under another name first, so
 * nobody there reads half of it. A file that is there under its name already is left as it is: an earlier try put it
 * there, whose outcome was not kept. Without content, because it was deleted meanwhile, that is all that is looked for:
 * `gone` if it is not there. `reached` is called before the file gets its name: whoever breaks off after that does not know whether
 * it has it.
 */
export async function putFile(
  { mayReach, lookUp, limitMs = usualLimitMs, after }: SftpPost,
  { server, secret }: SftpTarget,
  { name, content }: { name: string; content: Buffer | null },
  reached: () => void = () => undefined,
): Promise<ReportProblem | 'gone' | undefined> {
  const literal = addressOfHost(server.host)
  const addresses = literal === undefined ? await lookUp(server.host).catch(() => []) : [literal]
  const [address] = addresses
  if (address === undefined) return 'name'
  if (!addresses.every(mayReach)) return 'address'
  const { default: Sftp } = await import('ssh2-sftp-client')
  // Its own listeners write to the console.
  const client = new Sftp('reports', { error: () => undefined, end: () => undefined, close: () => undefined })
  let isForeign = false
  let isIn = false
  // Held here, because the client ends no connection of a server that lets it in and then answers nothing.
  const socket = connect({ host: address, port: server.port }).on('error', () => undefined)
  const place = (file: string) => `${server.folder.replace(/\/+$/, '')}/${file}`
  const work = async () => {
    await client.connect({
      sock: socket,
      username: server.user,
      readyTimeout: connectLimitMs,
      ...(server.secretKind === 'password' ? { password: secret } : { privateKey: secret }),
      hostVerifier: (key: Buffer) => {
        isForeign = fingerprintOf(key) !== server.hostKey
        return !isForeign
      },
    })
    isIn = true
    if ((await client.exists(place(name))) !== false) return undefined
    if (content === null) return 'gone'
    const partial = place(`.${name}.part`)
    await client.put(content, partial)
    await after?.('written')
    reached()
    await client.rename(partial, place(name))
    await after?.('renamed')
    return undefined
  }
  try {
    return await inTime(work(), limitMs)
  } catch (error) {
    if (error instanceof BrokenOff) throw error
    if (isForeign) return 'host-key'
    if (isIn) return 'write'
    return isRefusal(error) ? 'refused' : 'connection'
  } finally {
    await close(client)
    socket.destroy()
  }
}

/** Thrown by a test's `after` where a process would have died. */
export class BrokenOff extends Error {}

/** The fingerprint of a host key as OpenSSH prints it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T | 'timeout'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // What goes on after the limit ends with its connection.
    work.catch(() => undefined)
  }
}

async function close(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 1000).unref())])
}

/** Tells whether the server answered, and let us not in. A key that cannot be read is ours and as wrong as a refused one. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /authentication|privateKey|parse/i.test(error.message)
}
