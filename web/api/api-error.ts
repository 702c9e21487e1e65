import type { ErrorCode, ErrorReply } from '../../contract/errors/errors.ts'

/** What is no reply of the server: none came at all; or it did not come in time, or not as a whole. Their status is 0. */
type NoReply = 'offline' | 'no-answer'

/** A reply that is no success, or that did not come. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | NoReply
  /** Per field, the messages in the user's language; the first is the one to show. */
  readonly errors: Record<string, string[]>
  readonly requestId: string | undefined
  /** The address to verify, or whose password must be changed. */
  readonly email: string | undefined
  /** What sets a new password. */
  readonly token: string | undefined
  /** The place in the queue, from 1. */
  readonly place: number | undefined
  /** Whether the person has been told already: by a message, the error page or the login page. */
  isHandled = false
  /** Whether what was asked for may have been done all the same. Nobody says then that it was not. */
  mayBeDone = false
  /** Whether it may be asked for again without being done twice. */
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
 * Reads an unsuccessful response. Anything but our own error format becomes `internal`; where a proxy says that it got no answer from
 * the server, `no-answer`. Throws an `AbortError` where nobody waits for it any more: what it says is not known then.
 */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const reply: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') throw error
  })
  if (isErrorReply(reply)) return new ApiError(response.status, reply)
  return new ApiError(response.status, { code: codeOfProxy(response.status) })
}

/** Those from 520 on are the networks' that stand before many servers. */
function codeOfProxy(status: number): ErrorCode | NoReply {
  if (status === 503) return 'unavailable'
  return status === 502 || status === 504 || status >= 520 ? 'no-answer' : 'internal'
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  return typeof reply === 'object' && reply !== null && 'code' in reply && 'message' in reply
}
