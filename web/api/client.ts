import type { BodyInput, Endpoint, Params, QueryInput, Reply } from '../../contract/endpoint.ts'
import { startSession } from '../../contract/session/endpoints.ts'
import { tenantVersionHeader } from '../../contract/versions.ts'
import { ApiError, apiErrorOf } from './api-error.ts'
import { csrfToken } from './csrf.ts'
import { handleFailure } from './failures.ts'
import { isSessionOver } from './open-work.ts'
import { progressFetch } from './progress-fetch.ts'

const base = '/api/v1'

interface Options {
  signal?: AbortSignal
  headers?: Record<string, string>
  /**
   * `caller`: nothing is shown centrally but a lost session; the caller deals with the error itself. `unattended`: not even
   * that, because a page asks by itself, and nobody is to lose what they are typing.
   */
  errors?: 'caller' | 'unattended'
  /** Whether it is sent as a visitor, without the session's cookie: it says nothing of what somebody does. */
  isAnonymous?: boolean
  /** Whether the request goes on when the page is closed; its body is then at most 64 KiB. */
  keepalive?: boolean
}

interface UploadOptions extends Options {
  params?: Record<string, string>
  /** Told what share of the file has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** What a call of an endpoint takes: exactly the parts that its declaration has. */
type CallInput<E extends Endpoint> = Options &
  (E extends { params: object } ? { params: Params<E> } : unknown) &
  (E extends { query: object } ? { query?: QueryInput<E> } : unknown) &
  (E extends { body: object } ? { body: BodyInput<E> } : unknown)

/** Nothing need be passed where the declaration asks for nothing. */
export type CallArguments<E extends Endpoint> =
  Options extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

interface Parts extends Options {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
}

let leaving = new AbortController()

/** Aborts every request under way; used when the session ends. */
export function abortPending(): void {
  leaving.abort()
  leaving = new AbortController()
}

const versionListeners = new Set<(version: number) => void>()

/** Calls back with the version of the tenant that each reply says. Answers how to stop. */
export function onTenantVersion(listener: (version: number) => void): () => void {
  versionListeners.add(listener)
  return () => versionListeners.delete(listener)
}

/**
 * Calls an endpoint of the contract and answers its reply. Throws `ApiError`, after the central handling of spec §8, and
 * an `AbortError` when the signal or the end of the session stopped it.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<Reply<E>> {
  // The declaration's types hold for the caller; below here only the shape matters.
  const parts: Parts = input ?? {}
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body)
  const response = await request(
    endpoint,
    parts,
    body,
    body === undefined ? {} : { 'Content-Type': 'application/json' },
  )
  if (response.status === 204 || endpoint.produces !== undefined) return undefined as Reply<E>
  return (await response.json()) as Reply<E>
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
  const response = await request(endpoint, parts, form, {}, onProgress && progressFetch(onProgress))
  return (await response.json()) as Reply<E>
}

/** Sends a request and answers its successful response, body unread. Throws as `call` does. */
export async function request(
  endpoint: Endpoint,
  parts: Parts,
  body: BodyInit | undefined,
  headers: Record<string, string>,
  transport = fetch,
): Promise<Response> {
  try {
    const isUnsafe = endpoint.method !== 'GET'
    if (isUnsafe && csrfToken() === undefined) await renewCsrfToken()
    let response = await send(endpoint, parts, body, headers, transport)
    if (response.ok) return response
    let error = await apiErrorOf(response)
    if (isUnsafe && error.code === 'csrf-mismatch') {
      await renewCsrfToken()
      response = await send(endpoint, parts, body, headers, transport)
      if (response.ok) return response
      error = await apiErrorOf(response)
    }
    throw error
  } catch (error) {
    if (
      error instanceof ApiError &&
      parts.errors !== 'unattended' &&
      (parts.errors === undefined || isEverybodys(error))
    ) {
      handleFailure(error, endpoint.path)
    }
    throw error
  }
}

/** Whether an error concerns more than its caller: the session or what it had entered is over, or the tenant is out of use. */
function isEverybodys({ status, code }: ApiError): boolean {
  return status === 401 || code === 'tenant-suspended' || code === 'entry-ended'
}

async function send(
  endpoint: Endpoint,
  parts: Parts,
  body: BodyInit | undefined,
  headers: Record<string, string>,
  transport: typeof fetch,
) {
  // The page is being left: an answer without the session would only break what is still on the screen.
  if (isSessionOver()) return await new Promise<never>(() => undefined)
  const token = csrfToken()
  const signal = parts.signal ? AbortSignal.any([parts.signal, leaving.signal]) : leaving.signal
  try {
    const response = await transport(base + address(endpoint.path, parts), {
      method: endpoint.method,
      credentials: parts.isAnonymous ? 'omit' : 'same-origin',
      signal,
      keepalive: parts.keepalive ?? false,
      body: body ?? null,
      headers: {
        Accept: String(endpoint.produces ?? 'application/json'),
        // The document's language is the chosen locale (see web/ui/phrases.ts).
        'Accept-Language': document.documentElement.lang,
        ...headers,
        ...parts.headers,
        ...(endpoint.method !== 'GET' && token !== undefined && { 'X-XSRF-TOKEN': token }),
      },
    })
    const version = Number(response.headers.get(tenantVersionHeader) ?? Number.NaN)
    if (Number.isInteger(version)) for (const listener of versionListeners) listener(version)
    return response
  } catch (error) {
    // Stopped with the session: whoever waits has nothing to do any more.
    if (isSessionOver()) return await new Promise<never>(() => undefined)
    if (signal.aborted) throw error
    throw new ApiError(0, { code: 'offline' })
  }
}

async function renewCsrfToken(): Promise<void> {
  const response = await send(startSession, {}, undefined, {}, fetch)
  if (response.status === 204) return
  const error = await apiErrorOf(response)
  if (error.status === 401) handleFailure(error, startSession.path)
  throw error
}

function address(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}
