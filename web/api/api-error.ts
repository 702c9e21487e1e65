import type { ErrorCode, ErrorReply } from '../../contract/errors/errors.ts'

/**
 * Failures without a reply from the server: no connection, no complete reply in time (both with status 0), or a refusal by
 * something between, such as a proxy with a limit of its own.
 */
type NoReply = 'offline' | 'no-answer' | 'refused-on-the-way'

/** An unsuccessful reply, or a missing one. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | NoReply
  /** Messages for each field, in the user's language; the first is the one to show. */
  readonly errors: Record<string, string[]>
  readonly requestId: string | undefined
  /** The email that must be verified, or whose password must be changed. */
  readonly email: string | undefined
  readonly token: string | undefined
  /** The place in the queue, starting at 1. */
  readonly place: number | undefined
  /** How long the server asks to wait before a repeat, in seconds. */
  retryAfterSeconds: number | undefined
  /** True once the person was told, by a message, the error page or the login page. */
  isHandled = false
  /** True if the request may have taken effect nevertheless, so that nobody may claim that it did not. */
  mayBeDone = false
  /** True if a repeat of the request cannot take effect twice. */
  isSafeToRepeat = false

  constructor(status: number, reply: Partial<Omit<ErrorReply, 'code'>> & { code: ErrorCode | NoReply }) {
    super(reply.message ?? reply.code)
    this.name = 'ApiError'
    this.status = status
    this.code = reply.code
    this.errors = reply.errors ?? {}
    this.requestId = reply.requestId
    this.email = reply.email
    this.token = reply.token
    this.place = reply.place
  }
}

/** The first message of each field (spec §5), for a form to show. Empty for any other error. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])))
}

/**
 * Reads an unsuccessful response. Anything but our own error format is of something between: `refused-on-the-way`, `no-answer`
 * if it reports that the server did not answer, or else `internal`. Throws an `AbortError` if the request was aborted in the meantime, because
 * the reply is then unknown.
 */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const reply: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') throw error
  })
  const said = isErrorReply(reply) ? reply : { code: codeOfProxy(response.status) }
  const error = new ApiError(response.status, said)
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(wait)) error.retryAfterSeconds = wait
  return error
}

/** Maps a proxy's status to a code. Statuses from 520 on come from networks in front of servers. */
function codeOfProxy(status: number): ErrorCode | NoReply {
  if (status === 503) return 'unavailable'
  // A lost session and a page that is gone are handled by their status, whoever says it.
  if (status >= 400 && status < 500 && status !== 401 && status !== 404) return 'refused-on-the-way'
  return status === 502 || status === 504 || status >= 520 ? 'no-answer' : 'internal'
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  return typeof reply === 'object' && reply !== null && 'code' in reply && 'message' in reply
}
