import { Agent, request } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import type { SendingProblem } from '../../contract/webhooks/endpoints.ts'
import { addressOfHost, type AddressJudge } from './addresses.ts'
import type { NameLookup } from './name-lookup.ts'

/** Milliseconds that one try may take in all, from the name to the answer. */
const usualLimitMs = 10_000

/** Bytes of an answer that are read, and that are kept of these. */
const mostBytes = 64 * 1024
const keptBytes = 4 * 1024

/** What came of one try: the status and the beginning of the answer, or what kept it from coming. */
export type Outcome =
  | { status: number; problem: null; answer: string; retryAfter: string | undefined }
  | { status: null; problem: SendingProblem; answer: ''; retryAfter: undefined }

/** How messages are sent. */
export interface Post {
  mayReach: AddressJudge
  lookUp: NameLookup
  /** Authorities that sign the certificates of receivers, instead of those that Node trusts. Only for tests. */
  authorities?: string | undefined
  /** Replaces the ten seconds of a try, in milliseconds. Only for tests. */
  limitMs?: number
}

const noAnswer = (problem: SendingProblem): Outcome => ({ status: null, problem, answer: '', retryAfter: undefined })

/**
 * Posts a body. The name is resolved once. Each of its addresses must be allowed, and one of these is connected to, so
 * a name that changes its answer reaches nothing else. Redirects are not followed. Nothing is sent after `until`, a time
 * of `performance.now()`, even if this process was stopped and goes on later.
 */
export async function post(
  { mayReach, lookUp, authorities, limitMs = usualLimitMs }: Post,
  url: string,
  body: string,
  headers: Record<string, string>,
  until = Infinity,
): Promise<Outcome> {
  const end = Math.min(until, performance.now() + limitMs)
  if (performance.now() >= end) return noAnswer('timeout')
  const signal = AbortSignal.timeout(Math.ceil(end - performance.now()))
  const { hostname } = new URL(url)
  const literal = addressOfHost(hostname)
  const addresses = literal === undefined ? await inTime(lookUp(hostname, signal), signal) : [literal]
  if (addresses === 'late') return noAnswer('timeout')
  if (addresses.length === 0) return noAnswer('name')
  if (!addresses.every(mayReach)) return noAnswer('address')
  const agent = new Agent({ keepAlive: false, ...(authorities !== undefined && { ca: authorities }) })
  return await new Promise((resolve) => {
    const fail = (error?: NodeJS.ErrnoException): void =>
      resolve(
        noAnswer(
          signal.aborted || performance.now() >= end
            ? 'timeout'
            : isOfCertificate(error)
              ? 'certificate'
              : 'connection',
        ),
      )
    const sent = request(url, {
      method: 'POST',
      agent,
      lookup: only(addresses),
      // Otherwise an environment variable could turn the check of certificates off.
      rejectUnauthorized: true,
      signal,
      maxHeaderSize: 16 * 1024,
      headers: {
        ...headers,
        'user-agent': 'Lateral-Webhooks',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    // An answer that wants to change the protocol closes without an error.
    sent.on('error', fail).on('close', fail)
    sent.on('socket', (socket) =>
      socket.once('secureConnect', () => (performance.now() < end ? sent.end(body) : sent.destroy())),
    )
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0
      const kept: Buffer[] = []
      let bytes = 0
      const finish = (): void => {
        const answer = Buffer.concat(kept).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '')
        resolve({ status, problem: null, answer, retryAfter: response.headers['retry-after'] })
        sent.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        if (bytes < keptBytes) kept.push(chunk)
        bytes += chunk.length
        if (bytes > mostBytes) finish()
      })
      response.on('end', finish)
      // The status has come, which says whether the message was taken, even if the rest comes too late or never.
      response.on('error', finish).on('close', finish)
      sent.off('error', fail).off('close', fail).on('error', finish)
    })
  })
}

/** Answers every question for a name with these addresses. */
function only(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_name, options, done) => {
    const [first] = known
    if (options.all === true) done(null, known)
    else done(null, first?.address ?? '', first?.family)
  }
}

async function inTime(looking: Promise<string[]>, signal: AbortSignal): Promise<string[] | 'late'> {
  const late = Promise.withResolvers<'late'>()
  const give = () => late.resolve('late')
  signal.addEventListener('abort', give, { once: true })
  return await Promise.race([looking.catch(() => []), late.promise]).finally(() =>
    signal.removeEventListener('abort', give),
  )
}

function isOfCertificate({ code = '' }: NodeJS.ErrnoException = new Error()): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(code)
}
