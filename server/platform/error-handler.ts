import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus, type ErrorCode, type ErrorReply } from '../../contract/errors/errors.ts'
import { fields as labels } from '../../contract/phrases/en_GB/fields.ts'
import type { PhraseKey } from '../../contract/phrases/translate.ts'
import { operationOutcome } from '../../contract/fhir/operation-outcome.ts'
import { fhirJson } from '../../contract/fhir/served.ts'
import { defaultLocale, locales } from '../../contract/locales.ts'
import { countRefusal } from './counters.ts'
import { isCrowdedOut, isDatabaseAway, isDiskFull } from './database-away.ts'
import { Failure, type FieldFailure } from './failure.ts'
import { keyOfError, keyOfRule, negotiate, wordsIn, type Translate } from './phrases.ts'
import { reasonOf } from './refusals.ts'

/** Called with every error that is our fault, so that it can be reported. */
export type ReportError = (error: unknown, request: FastifyRequest) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media type in which a route answers, if that is not `application/json`. */
    mediaType?: string
  }
}

/** The path at which load balancers ask whether this process is ready. A 503 there is an answer and no refusal. */
export const readyPath = '/health/ready'

/** The default Retry-After in seconds. */
const retryAfterSeconds = 5

/** The time by `performance` at which a request last failed because of a full disk. */
const diskFullAt = new WeakMap<FastifyInstance, number>()

/** Tells whether a request has failed because of a full disk within the last `milliseconds`. */
export function wasDiskFullWithin(app: FastifyInstance, milliseconds: number): boolean {
  return performance.now() - (diskFullAt.get(app) ?? Number.NEGATIVE_INFINITY) < milliseconds
}

/** Turns errors into HTTP, here and nowhere else. Replies reveal no internals: no stack, no SQL, no personal data. */
export function handleErrors(app: FastifyInstance, report: ReportError): void {
  app.setErrorHandler(async (error: FastifyError | Failure, request, reply) => {
    const failure = error instanceof Failure ? error : new Failure(codeOf(error), { cause: error })
    if (isDiskFull(error)) diskFullAt.set(app, performance.now())
    if (errorStatus[failure.code] >= 500 && !isChosen(failure)) {
      const reason = failure.code === 'unavailable' ? reasonOf(failure) : undefined
      const err = failure.code === 'internal' ? error : failure.cause
      request.log.error({ code: failure.code, reason, err }, 'request failed')
      if (failure.code === 'internal') report(error, request)
    }
    await sendFailure(request, reply, failure)
    return reply
  })
}

/** Tells whether the server chose to refuse a request for now, which is no error and must not fill the log. */
function isChosen({ code, reason }: Failure): boolean {
  return code === 'export-queued' || reason === 'too-busy'
}

/** Sends a failure in the request's language. */
export async function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): Promise<void> {
  const t = wordsIn(request.locale ?? negotiate(request.headers['accept-language'], locales) ?? defaultLocale)
  const body: ErrorReply = {
    message: failure.says === undefined ? t(keyOfError(failure.code)) : t(failure.says.phrase, failure.says.values),
    code: failure.code,
    requestId: request.id,
  }
  if (failure.fields.length > 0) body.errors = wordsOf(failure.fields, t)
  if (failure.email !== undefined) body.email = failure.email
  if (failure.token !== undefined) body.token = failure.token
  if (failure.place !== undefined) body.place = failure.place
  const status = errorStatus[failure.code]
  const retryAfter = failure.retryAfterSeconds ?? (status === 503 ? retryAfterSeconds : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (status === 503 && request.routeOptions.url !== readyPath) countRefusal(reasonOf(failure))
  // A malformed address has no route.
  const { mediaType = 'application/json' } = request.routeOptions?.config ?? {}
  reply.code(status).header('cache-control', 'no-store').type(`${mediaType}; charset=utf-8`)
  await reply.send(mediaType === fhirJson ? operationOutcome(body) : body)
}

function wordsOf(fields: readonly FieldFailure[], t: Translate): Record<string, string[]> {
  const words: Record<string, string[]> = {}
  for (const { field, phrase, values } of fields.slice(0, 100)) {
    const name = field.slice(0, 200)
    const label = t(labelOf(name))
    words[name] = [
      ...(Object.hasOwn(words, name) ? (words[name] ?? []) : []),
      t(keyOfRule(phrase), { field: label, ...values }),
    ]
  }
  return words
}

/** Finds the label of a field by the last part of its path. */
function labelOf(field: string): PhraseKey {
  const name = field.split('.').at(-1) ?? ''
  return Object.hasOwn(labels, name) ? (`fields:${name}` as PhraseKey) : 'fields:other'
}

const ofStatus: Record<number, ErrorCode> = {
  400: 'bad-request',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
  429: 'too-many-attempts',
  503: 'unavailable',
}

/** Maps an error of the framework or the database to a code of the contract. */
export function codeOf(error: FastifyError): ErrorCode {
  if (error.statusCode !== undefined && error.statusCode < 500) return ofStatus[error.statusCode] ?? 'bad-request'
  if (isDatabaseAway(error) || isCrowdedOut(error)) return 'unavailable'
  return ofStatus[error.statusCode ?? 500] ?? 'internal'
}
