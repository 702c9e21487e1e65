import type { BodyInput, Endpoint, Params, QueryInput, Reply } from '../../contract/endpoint.ts'
import { startSession } from '../../contract/session/endpoints.ts'
import { speakerHeader } from '../../contract/speaker.ts'
import { tenantVersionHeader } from '../../contract/versions.ts'
import { ApiError, apiErrorOf } from './api-error.ts'
import { csrfToken } from './csrf.ts'
import { handleFailure } from './failures.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { isSessionOver } from './open-work.ts'
import { isAbort, patienceFor, startPatience, unstalled } from './patience.ts'
import { progressFetch, type Transport } from './progress-fetch.ts'
import { isRepeatedUnasked, isSafeToRepeat, mayStore, takesKey } from './repeating.ts'
import { noteServerTime } from './server-clock.ts'
import { currentSpeaker } from './speaker.ts'

const base = '/api/v1'

/** For how long a request is sent again while the server is unavailable, in milliseconds. */
const outageMs = 30_000

/** The pause before a repeat where a proxy answers, which does not say how long to wait. */
const usualPauseSeconds = 2

/** A proxy may say that there is no need to wait, but a server that is away would be asked without end. */
const shortestPauseSeconds = 1

/** The status of a reply without a body: the caller has what it asks for (`If-None-Match`). */
const unchanged = 304

/** The pages that one outage stopped are spread over as much time, in milliseconds, so that they do not all come back at once. */
const spreadMs = 1000

interface Options {
  signal?: AbortSignal
  headers?: Record<string, string>
  /**
   * `caller`: only a lost session is handled centrally; the caller deals with all other errors. `unattended`: not even
   * that, because the page sends the request by itself, and nobody should lose what they are typing.
   */
  errors?: 'caller' | 'unattended'
  /** True to send the request as a visitor, without the session's cookie, so that it does not count as activity. */
  isAnonymous?: boolean
  /** True if the request goes on when the page is closed; its body is then limited to 64 KiB. */
  keepalive?: boolean
}

interface UploadOptions extends Options {
  params?: Record<string, string>
  query?: Record<string, string>
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** The input of a call: exactly the parts that the endpoint declares. */
type CallInput<E extends Endpoint> = Options &
  (E extends { params: object } ? { params: Params<E> } : unknown) &
  (E extends { query: object } ? { query?: QueryInput<E> } : unknown) &
  (E extends { body: object } ? { body: BodyInput<E> } : unknown)

/** The input may be omitted if the endpoint declares no parts. */
export type CallArguments<E extends Endpoint> =
  Options extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

interface Parts extends Options {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
}

let leaving = new AbortController()

/** The idempotency keys of requests that may have been done without an answer, by what was sent, with the time of the last try. */
const keys = new Map<string, { key: string; at: number }>()

/** After so many milliseconds a request is a new one: somebody has looked meanwhile, and wants it again. */
const sameRequestMs = 5 * 60_000

/** Aborts every pending request; used when the session ends. */
export function abortPending(): void {
  leaving.abort()
  leaving = new AbortController()
  keys.clear()
}

const versionListeners = new Set<(version: number) => void>()

/** Calls the listener with the tenant's version in each reply. Returns a function that stops it. */
export function onTenantVersion(listener: (version: number) => void): () => void {
  versionListeners.add(listener)
  return () => versionListeners.delete(listener)
}

/**
 * Calls an endpoint of the contract and returns its reply. Where the endpoint takes an idempotency key, the same request
 * has the same key until it is acknowledged, unless the caller sends one. Throws `ApiError`, after the central handling
 * of spec §8, and an `AbortError` when the signal or the end of the session stopped it.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<Reply<E>> {
  // The declaration's types bind the caller; from here on only the shape matters.
  const parts: Parts = input ?? {}
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body)
  const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const sent = JSON.stringify([endpoint.name, address(endpoint.path, parts), parts.headers, body])
  if (takesKey(endpoint)) {
    const earlier = keys.get(sent)
    const at = performance.now()
    const key = earlier !== undefined && at < earlier.at + sameRequestMs ? earlier.key : newIdempotencyKey()
    headers['Idempotency-Key'] = key
    keys.set(sent, { key, at })
  }
  try {
    const reply = await exchange(endpoint, parts, { body, headers, read: readReply<E>(endpoint) })
    keys.delete(sent)
    return reply
  } catch (error) {
    if (error instanceof ApiError && !error.mayBeDone) keys.delete(sent)
    throw error
  }
}

/** Sends one file to an endpoint that takes an upload. Throws as `call` does. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  options: UploadOptions = {},
): Promise<Reply<E>> {
  const form = new FormData()
  form.append('file', file)
  const { onProgress, ...parts } = options
  const transport = onProgress && progressFetch(onProgress)
  return await exchange(endpoint, parts, { body: form, headers: {}, read: readReply<E>(endpoint), transport })
}

/**
 * Sends a request without a body and returns its successful response, whose content is a stream that fails when it
 * stalls. Throws as `call` does.
 */
export async function request(endpoint: Endpoint, parts: Parts): Promise<Response> {
  const response = await exchange(endpoint, parts, { body: undefined, headers: {}, read: async (it) => it })
  const { body, status, headers } = response
  // Browsers give a 204 an empty body, which the Response constructor refuses.
  return body === null || status === 204
    ? response
    : new Response(unstalled(body, patienceFor(endpoint)), { status, headers })
}

/** One request: its transport, and the reader of its answer. */
interface Exchange<T> {
  body: BodyInit | undefined
  headers: Record<string, string>
  read: (response: Response) => Promise<T>
  transport?: Transport | undefined
}

function readReply<E extends Endpoint>(endpoint: Endpoint): (response: Response) => Promise<Reply<E>> {
  return async (response) => {
    if (response.status === 204 || response.status === unchanged || endpoint.produces !== undefined)
      return undefined as Reply<E>
    return (await response.json()) as Reply<E>
  }
}

async function exchange<T>(endpoint: Endpoint, parts: Parts, sent: Exchange<T>): Promise<T> {
  try {
    const isUnsafe = endpoint.method !== 'GET'
    if (isUnsafe && csrfToken() === undefined) await renewCsrfToken()
    try {
      return await sendUntilAvailable(endpoint, parts, sent)
    } catch (error) {
      if (!isUnsafe || !(error instanceof ApiError) || error.code !== 'csrf-mismatch') throw error
    }
    await renewCsrfToken()
    return await send(endpoint, parts, sent)
  } catch (error) {
    if (error instanceof ApiError && (isOfNobodyHere(error) || !isLeftToCaller(error, parts))) {
      handleFailure(error, endpoint.path)
    }
    throw error
  }
}

/**
 * Sends a request. One that the server refuses as unavailable is sent again, as its Retry-After says, until it has been away for too
 * long: an upgrade or a new leader of the database takes seconds, and the page stays where it is, with what was typed. That is done
 * with what cannot take effect twice; what stores something is not sent again unless the server itself says when.
 */
async function sendUntilAvailable<T>(endpoint: Endpoint, parts: Parts, sent: Exchange<T>): Promise<T> {
  const deadline = performance.now() + outageMs
  for (;;) {
    try {
      return await send(endpoint, parts, sent)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unavailable' || parts.errors === 'unattended') throw error
      const isTold = error.retryAfterSeconds !== undefined || endpoint.method === 'GET'
      if (!isTold || !isRepeatedUnasked(endpoint)) throw error
      const leastSeconds = Math.max(error.retryAfterSeconds ?? usualPauseSeconds, shortestPauseSeconds)
      const pauseMs = leastSeconds * 1000 + Math.random() * spreadMs
      if (performance.now() + pauseMs > deadline) throw error
      await pause(pauseMs, [leaving.signal, ...(parts.signal ? [parts.signal] : [])])
    }
  }
}

/** Waits, or rejects as soon as one of the signals aborts. */
async function pause(milliseconds: number, stops: AbortSignal[]): Promise<void> {
  const stop = AbortSignal.any(stops)
  stop.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(stop.reason as Error)
    }
    stop.addEventListener('abort', onAbort, { once: true })
  }).catch(unlessSessionIsOver)
}

/** Rethrows an error, unless the request was stopped with the session, whose callers have nothing left to do. */
async function unlessSessionIsOver(error: unknown): Promise<never> {
  if (isSessionOver()) return await new Promise<never>(() => undefined)
  throw error
}

/** True if the page shows data of another session than the present one, so that it must not stay. */
function isOfNobodyHere({ code }: ApiError): boolean {
  return code === 'other-session' || code === 'entered-elsewhere'
}

function isLeftToCaller(error: ApiError, { errors }: Parts): boolean {
  return errors === 'unattended' || (errors === 'caller' && !isEverybodys(error))
}

/**
 * True if an error concerns more than its caller: the session or an operator's entry is over, or the tenant is
 * suspended.
 */
function isEverybodys({ status, code }: ApiError): boolean {
  return status === 401 || code === 'tenant-suspended' || code === 'entry-ended'
}

async function send<T>(
  endpoint: Endpoint,
  parts: Parts,
  { body, headers, read, transport = fetch }: Exchange<T>,
): Promise<T> {
  // The page is being left, and an answer without the session would only break what is still on the screen.
  if (isSessionOver()) return await new Promise<never>(() => undefined)
  const sentAt = performance.now()
  const patience = startPatience(patienceFor(endpoint))
  const stops = [patience.signal, leaving.signal, ...(parts.signal ? [parts.signal] : [])]
  const signal = AbortSignal.any(stops)
  let response: Response | undefined
  try {
    const init = { ...initOf(endpoint, parts, headers), body: body ?? null, signal }
    response = await patience.inTime(transport(base + address(endpoint.path, parts), init, patience.moved))
    patience.moved()
    noteServerTime(response.headers, sentAt, performance.now())
    const version = Number(response.headers.get(tenantVersionHeader) ?? Number.NaN)
    if (Number.isInteger(version)) for (const listener of versionListeners) listener(version)
    if (!response.ok && response.status !== unchanged) throw await patience.inTime(apiErrorOf(response))
    return await patience.inTime(read(response))
  } catch (error) {
    // The request was stopped with the session, so its caller has nothing left to do.
    if (isSessionOver()) return await new Promise<never>(() => undefined)
    const isStopped = stops.some((stop) => stop !== patience.signal && stop.aborted)
    if (isStopped || (isAbort(error) && !patience.signal.aborted)) throw error
    throw inItsKind(failureOf(error, response === undefined && !patience.signal.aborted), endpoint)
  } finally {
    patience.end()
  }
}

function initOf(endpoint: Endpoint, parts: Parts, headers: Record<string, string>) {
  const token = csrfToken()
  const speaker = currentSpeaker()
  return {
    method: endpoint.method,
    credentials: parts.isAnonymous ? 'omit' : 'same-origin',
    keepalive: parts.keepalive ?? false,
    headers: {
      Accept: String(endpoint.produces ?? 'application/json'),
      // The document's language is the chosen locale (see web/ui/phrases.ts).
      'Accept-Language': document.documentElement.lang,
      ...headers,
      ...(speaker !== undefined && !parts.isAnonymous && { [speakerHeader]: speaker }),
      ...parts.headers,
      ...(endpoint.method !== 'GET' && token !== undefined && { 'X-XSRF-TOKEN': token }),
    },
  } as const
}

/**
 * Converts a failure to an `ApiError`: the server's own error, no connection, or an answer that was late or incomplete.
 */
function failureOf(error: unknown, isUnanswered: boolean): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, { code: isUnanswered ? 'offline' : 'no-answer' })
}

/**
 * Notes on a failure whether the request may have taken effect. Without a network the browser has sent nothing; any
 * other request may have arrived.
 */
function inItsKind(error: ApiError, endpoint: Endpoint): ApiError {
  const isUnknown =
    error.code === 'no-answer' || error.code === 'unavailable' || (error.code === 'offline' && navigator.onLine)
  error.mayBeDone = isUnknown && mayStore(endpoint)
  error.isSafeToRepeat = isSafeToRepeat(endpoint)
  return error
}

async function renewCsrfToken(): Promise<void> {
  try {
    await send(startSession, {}, { body: undefined, headers: {}, read: async () => undefined })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The request that was to follow the failed one was never sent.
    error.mayBeDone = false
    if (error.status === 401) handleFailure(error, startSession.path)
    throw error
  }
}

function address(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}
