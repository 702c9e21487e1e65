import '@fastify/compress'
import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import type { Body, Endpoint, Params, Query, Reply } from '../../contract/endpoint.ts'
import { meets } from '../../contract/permissions/rules.ts'
import { serverTimeHeader, speakerHeader } from '../../contract/speaker.ts'
import { tenantVersionHeader } from '../../contract/versions.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import { Failure, invalid } from '../platform/failure.ts'
import type { Door } from './door.ts'
import { wasSuspended } from './ended-session.ts'
import { refuseForgery } from './forgery.ts'
import { readInput } from './input.ts'
import { isInside, isOpenToEntered, leaveEntry, recordReading } from './operator-entry.ts'
import { oneByOne } from './one-by-one.ts'
import { recordRefusal, refusedAttempt } from './refused-attempts.ts'
import type { ActorScope, Scope } from './scope.ts'
import { sessionTokenOf } from './session-cookie.ts'
import { countCall } from './throttle.ts'
import type { DoorClient } from './transaction.ts'
import type { Visit } from './visit.ts'
import { hashToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    door: Door
    /** The door for streamed exports, on connections of their own, so that exports never starve requests. */
    exportDoor: Door
    /** Names of the endpoints that have a handler. */
    served: Set<string>
  }
  interface FastifyRequest {
    /** The language of this request's replies, known once the door was passed. */
    locale: Locale | null
  }
}

type ScopeOf<E extends Endpoint> = E['requires'] extends 'anyone' ? Scope : ActorScope

interface Checked<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * A success: its body, the version of what was read or changed (for the ETag), and its status where the endpoint
 * declares more than one (else it is the declared one).
 */
export interface Answer<E extends Endpoint> {
  status?: number
  body?: Reply<E>
  version?: number
}

/**
 * Opens a door for an endpoint, the requests' own unless told otherwise: each entry is a transaction of its own and
 * checks session and permission again.
 */
export type Enter<E extends Endpoint> = <T>(
  work: (scope: ScopeOf<E>, client: DoorClient) => Promise<T>,
  door?: Door,
) => Promise<T>

/** The same for work that may begin before it is known who acts (`lookAhead` of the door). */
type EnterAhead<E extends Endpoint> = <T, A = undefined>(
  work: (scope: ScopeOf<E>, client: DoorClient, ahead: Promise<A> | undefined) => Promise<T>,
  door?: Door,
  lookAhead?: (guessed: ScopeOf<E>) => Promise<A>,
) => Promise<T>

/** Serves an endpoint whose work is one transaction: a success reply means that it is committed. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (scope: ScopeOf<E>, input: Checked<E>) => Promise<Answer<E>>,
): void {
  register(app, endpoint, async (request, reply, enter) => {
    await countByItself(endpoint, enter, request, reply)
    const answer = await enter((scope) => handle(scope, checked(endpoint, request, reply)))
    await send(endpoint, reply, answer)
  })
}

/**
 * The same for work that begins with looking something up, in the round trip that finds out who acts where they were here before:
 * `lookUp` begins it, and `handle` is given what it found. It may also write, but must not ask for the time. It runs again where
 * the guess was wrong, or was none.
 */
export function serveAhead<const E extends Endpoint, A>(
  app: FastifyInstance,
  endpoint: E,
  lookUp: (scope: ScopeOf<E>, input: Checked<E>) => Promise<A>,
  handle: (scope: ScopeOf<E>, input: Checked<E>, found: A) => Promise<Answer<E>>,
): void {
  register(app, endpoint, async (request, reply, enter) => {
    await countByItself(endpoint, enter, request, reply)
    let input: Checked<E> | undefined
    const inputOnce = () => (input ??= checked(endpoint, request, reply))
    const lookAhead = async (scope: ScopeOf<E>) => lookUp(scope, inputOnce())
    const answer = await enter<Answer<E>, A>(
      async (scope, _client, ahead) => handle(scope, inputOnce(), await (ahead ?? lookAhead(scope))),
      app.door,
      lookAhead,
    )
    await send(endpoint, reply, answer)
  })
}

/** The same for work that only reads, all of which may begin before it is known who acts. It must not ask for the time. */
export function serveRead<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  read: (scope: ScopeOf<E>, input: Checked<E>) => Promise<Answer<E>>,
): void {
  serveAhead(app, endpoint, read, async (_scope, _input, answer) => answer)
}

/**
 * Serves an endpoint whose work is more than one transaction, or whose reply is streamed: it must not hold a database
 * connection while it hashes a password or decodes a picture. Without a session or the permission it is not called.
 */
export function serveInSteps<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (enter: Enter<E>, input: Checked<E>) => Promise<Answer<E> | 'sent'>,
): void {
  register(app, endpoint, async (request, reply, enter) => {
    if (endpoint.requires !== 'anyone') await enter(async () => undefined)
    await countByItself(endpoint, enter, request, reply)
    const answer = await handle(enter, checked(endpoint, request, reply))
    if (answer !== 'sent') await send(endpoint, reply, answer)
  })
}

/** Counts a call in a transaction of its own, so that what is refused counts, too; but not what could never be served. */
async function countByItself<E extends Endpoint>(
  endpoint: E,
  enter: Enter<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (endpoint.limit === undefined) return
  await enter(async (scope) => {
    checked(endpoint, request, reply)
    if (scope.actor !== null) await countCall({ ...scope, actor: scope.actor }, endpoint)
  })
}

function register<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  run: (request: FastifyRequest, reply: FastifyReply, enter: EnterAhead<E>) => Promise<void>,
): void {
  app.served.add(endpoint.name)
  app.route<RouteGenericInterface>({
    method: endpoint.method,
    url: `/api/v1${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ...(endpoint.produces !== undefined && { compress: false }),
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    handler: async (request, reply) => {
      if (endpoint.method !== 'GET') refuseForgery(request)
      reply.header('cache-control', 'no-store')
      await run(request, reply, enterFor(app.door, endpoint, request, reply))
      return reply
    },
  })
}

function enterFor<E extends Endpoint>(
  own: Door,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): EnterAhead<E> {
  const visit = {
    ...visitOf(request),
    followsEntry: isInside(endpoint),
    isUnattended: endpoint.isUnattended === true,
  }
  const isForReading = endpoint.method === 'GET' && endpoint.audit === undefined
  // A call in several steps is one reading.
  let isReadingKept = false
  return async <T, A>(
    work: (scope: ScopeOf<E>, client: DoorClient, ahead: Promise<A> | undefined) => Promise<T>,
    door = own,
    lookAhead?: (guessed: ScopeOf<E>) => Promise<A>,
  ) => {
    const lookAheadIfAllowed =
      lookAhead &&
      ((guessed: Scope) => (refusalOf(endpoint, guessed) === undefined ? lookAhead(guessed as ScopeOf<E>) : undefined))
    let actorId: string | undefined
    /** Attempts of one person wait here for each other, rather than each with a connection for their counter. */
    const keepAttempt = (refusal: Failure, named?: Parameters<typeof recordRefusal>[3]) =>
      oneByOne(`${visit.host} ${actorId}`, () =>
        door.enter(visit, (scope) => recordRefusal(scope, endpoint, refusal, named)),
      )
    const enterAndWork = async (opened: Scope, client: DoorClient, ahead: Promise<A> | undefined) => {
      const scope = await pastEntry(opened, endpoint)
      request.locale = scope.locale
      actorId = scope.actor?.id
      // Whoever has older preferences fetches them anew.
      reply.header(tenantVersionHeader, scope.tenant.version)
      reply.header(serverTimeHeader, scope.now.getTime())
      request.reportedUser = scope.actor && { id: scope.actor.id, email: scope.actor.email }
      const refusal = refusalOf(endpoint, scope)
      if (refusal === undefined) {
        const done = await work(scope as ScopeOf<E>, client, ahead)
        if (!isEntered(scope) || isReadingKept) return { done }
        await recordReading(scope, endpoint, request)
        return { done, isKept: true }
      }
      // That the session is the operator's own again is kept all the same.
      if (refusal.code === 'entry-ended') return { refusal }
      if (scope.actor !== null) return { refusal, isAttempt: true as const }
      const { sessionTokenHash } = visit
      const isTold = refusal.code === 'unauthenticated' && sessionTokenHash !== null
      const isSuspended = isTold && (await wasSuspended(scope, sessionTokenHash))
      return { refusal: isSuspended ? new Failure('access-suspended') : refusal }
    }
    const hasOnlyRead = (result: object) => isForReading && !('refusal' in result) && !('isKept' in result)
    // What lasts for as long as somebody reads must not keep the session's row from whoever ends it.
    const visitThere = door === own ? visit : { ...visit, isUnattended: true }
    const outcome = await door
      .enter(visitThere, enterAndWork, { hasOnlyRead, lookAhead: lookAheadIfAllowed })
      .catch(async (error: unknown) => {
        // What the work refuses by itself was rolled back; that attempt is kept all the same.
        if (error instanceof Failure && endpoint.requires !== 'anyone') {
          const named = refusedAttempt(endpoint, request, error)
          if (named !== undefined) await keepAttempt(error, named)
        }
        throw error
      })
    if ('refusal' in outcome) {
      if (outcome.isAttempt) await keepAttempt(outcome.refusal)
      throw outcome.refusal
    }
    isReadingKept ||= 'isKept' in outcome
    return outcome.done
  }
}

/** What a suspended tenant still answers: enough to say so in its own brand. */
const servedWhileSuspended: ReadonlySet<string> = new Set([
  'getLogo',
  'getManifest',
  'getSitePreferences',
  'getTenantId',
  'logout',
  'startSession',
])

function refusalOf(endpoint: Endpoint, { actor, tenant }: Scope): Failure | undefined {
  const { name, requires } = endpoint
  if (tenant.status === 'suspended' && !servedWhileSuspended.has(name)) return new Failure('tenant-suspended')
  if (requires === 'anyone') return undefined
  if (actor?.entry?.state === 'over') return new Failure('entry-ended')
  if (actor?.entry?.state === 'outside' && !isOpenToEntered(endpoint)) return new Failure('entry-read-only')
  if (actor === null) return new Failure('unauthenticated')
  return meets(requires, { ...actor, features: tenant.features }) ? undefined : new Failure('forbidden')
}

/**
 * Where what an operator had entered is over, their session is their own again: what is asked of their own tenant is done
 * there, and what is asked of the other is refused, so that nobody takes the one for the other.
 */
async function pastEntry(scope: Scope, endpoint: Endpoint): Promise<Scope> {
  if (!isEntered(scope) || scope.actor.entry?.state !== 'over' || endpoint.requires === 'anyone') return scope
  await leaveEntry(scope)
  return isInside(endpoint) ? scope : { ...scope, actor: { ...scope.actor, entry: null } }
}

function isEntered(scope: Scope): scope is ActorScope {
  return scope.actor !== null && scope.actor.entry !== null
}

function visitOf(request: FastifyRequest): Visit {
  const token = sessionTokenOf(request)
  return {
    host: request.hostname,
    sessionTokenHash: token === undefined ? null : hashToken(token),
    acceptLanguage: request.headers['accept-language'],
    requestId: request.id,
    speaker: speakerIn(request),
  }
}

/** For whom the page of a request says that it speaks; in the address where the browser asks by itself, as for an image. */
function speakerIn({ headers, query }: FastifyRequest): string | undefined {
  const sent = headers[speakerHeader] ?? (query as { speaker?: string | string[] }).speaker
  // Sent twice it says nothing that could be anybody.
  return sent === undefined ? undefined : [sent].flat().join(',')
}

function checked<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Checked<E> {
  // readInput has parsed each part with the schema that these types are inferred from.
  const input = readInput(endpoint, request) as { params: Params<E>; query: Query<E>; body: Body<E> }
  return { ...input, request, reply }
}

async function send<E extends Endpoint>(endpoint: E, reply: FastifyReply, answer: Answer<E>): Promise<void> {
  if (answer.version !== undefined) reply.header('etag', `"${answer.version}"`)
  reply.code(answer.status ?? Number(Object.keys(endpoint.replies)[0]))
  await reply.send(answer.body)
}

/** The key under which a request may be repeated; undefined without one. Throws `validation` for what is none. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid('Idempotency-Key', 'malformed')
  return key
}
