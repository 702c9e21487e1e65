/**
 * Every error code of the API with its HTTP status. Texts live in `contract/phrases` under `errors:<code>`; only the
 * server's error handler turns a code into HTTP.
 */
export const errorStatus = {
  'bad-request': 400,
  unauthenticated: 401,
  'access-suspended': 401,
  'wrong-credentials': 401,
  forbidden: 403,
  'csrf-mismatch': 403,
  'foreign-origin': 403,
  'email-unverified': 403,
  'password-update-required': 403,
  'account-suspended': 403,
  'organisation-suspended': 403,
  'tenant-suspended': 403,
  'entry-ended': 403,
  'entry-not-granted': 403,
  'entry-read-only': 403,
  'no-permission-for-web': 403,
  'clinician-testing-disabled': 403,
  'test-creation-disabled': 403,
  'self-registration-disabled': 403,
  'invites-disabled': 403,
  'link-invalid': 404,
  'code-invalid': 404,
  'not-found': 404,
  'email-not-found': 404,
  'custom-id-not-found': 404,
  'name-not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  duplicate: 409,
  'other-session': 409,
  'entered-elsewhere': 409,
  'not-possible': 409,
  'may-be-two': 409,
  'record-voided': 409,
  'own-reading': 409,
  'read-twice': 409,
  'readings-settled': 409,
  'timer-required': 409,
  'test-run-finished': 409,
  'test-run-cancelled': 409,
  'round-ended': 409,
  'test-set-moved': 409,
  'result-held-back': 409,
  'last-administrator': 409,
  'idempotency-key-reused': 409,
  'stale-version': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  validation: 422,
  'version-missing': 428,
  'too-many-attempts': 429,
  'sending-limit': 429,
  internal: 500,
  unavailable: 503,
  'export-queued': 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/**
 * The body of every unsuccessful reply. `errors` holds messages in the user's language for each field. Only after the
 * right password, `email-unverified` comes with `email`, the address to verify, and `password-update-required` also
 * with `token`, which sets a new password. `place`, with `export-queued`, is the place in the queue, from 1: a client
 * that asks again after the reply's `Retry-After` keeps it.
 */
export interface ErrorReply {
  message: string
  code: ErrorCode
  errors?: Record<string, string[]>
  requestId: string
  email?: string
  token?: string
  place?: number
}
