import type { ResourceType } from '../../contract/audit/resource-types.ts'
import type { ErrorCode } from '../../contract/errors/errors.ts'
import type { RuleMessage, ServerRulePhrase } from '../../contract/phrases/message-of.ts'
import type { PhraseKey, PhraseValues } from '../../contract/phrases/translate.ts'
import type { RefusalReason } from './refusals.ts'

/** A field of the input and what is wrong with it. Paths are dotted; '' stands for the input as a whole. */
export interface FieldFailure extends Omit<RuleMessage, 'phrase'> {
  field: string
  phrase: RuleMessage['phrase'] | ServerRulePhrase
}

/** The resource that somebody tried to change. */
interface Resource {
  resourceType: ResourceType
  resourceId: string
}

/**
 * The application's only error class, with a code of the contract. Only the error handler turns it into HTTP, and only
 * phrases turn it into words. `email`, `token` and `place` are added to the reply, `resource` to the audit event of a
 * refused attempt, and `cause` to the log if it is our fault. `says` replaces the words of the code where more is
 * known. `reason` is that of a failure that answers 503 (see `reasonOf`).
 */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldFailure[]
  readonly retryAfterSeconds: number | undefined
  readonly email: string | undefined
  readonly token: string | undefined
  readonly place: number | undefined
  readonly resource: Resource | undefined
  readonly reason: RefusalReason | undefined
  readonly says: { phrase: PhraseKey; values: PhraseValues } | undefined

  constructor(
    code: ErrorCode,
    more: {
      fields?: readonly FieldFailure[]
      retryAfterSeconds?: number
      email?: string
      token?: string
      place?: number
      resource?: Resource
      reason?: RefusalReason
      says?: { phrase: PhraseKey; values: PhraseValues }
      cause?: unknown
    } = {},
  ) {
    super(code, more.cause === undefined ? {} : { cause: more.cause })
    this.name = 'Failure'
    this.code = code
    this.fields = more.fields ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.email = more.email
    this.token = more.token
    this.place = more.place
    this.resource = more.resource
    this.reason = more.reason
    this.says = more.says
  }
}

/** Makes a 422 about one field. */
export function invalid(field: string, phrase: FieldFailure['phrase'], values: RuleMessage['values'] = {}): Failure {
  return new Failure('validation', { fields: [{ field, phrase, values }] })
}

/** Makes a 409 about one field whose value another row has. */
export function duplicate(field: string, phrase: FieldFailure['phrase']): Failure {
  return new Failure('duplicate', { fields: [{ field, phrase, values: {} }] })
}

/** Returns the row that was looked for. Throws `not-found` when there is none. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Failure('not-found')
  return row
}
