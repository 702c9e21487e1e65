import '@fastify/compress'
import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { apiBase, type Body, type Endpoint, type Params, type Query, type Reply } from '../../../contract/endpoint.ts'
import { meets } from '../../../contract/permissions/rules.ts'
import { serverTimeHeader, speakerHeader } from '../../../contract/speaker.ts'
import { tenantVersionHeader } from '../../../contract/versions.ts'
import type { Locale } from '../../../contract/locales.ts'
import type { Load } from '../../platform/admission.ts'
import { Failure, invalid } from '../../platform/failure.ts'
import type { Door } from '../door/door.ts'
import { stateOfLeader, type Replica } from '../door/replica.ts'
import { wasSuspended } from '../sessions/ended-session.ts'
import { apiTokenOf } from '../sessions/api-token.ts'
import { refuseForgery } from '../sessions/forgery.ts'
import { readInput } from './input.ts'
import { isInside, isOpenToEntered, leaveEntry, recordReading } from '../door/operator-entry.ts'
import { loadOf } from './loads.ts'
import { oneByOne } from './one-by-one.ts'
import { refuseOtherFormats, takeForm } from './forms-and-formats.ts'
import { recordRefusal, refusedAttempt } from '../audit/refused-attempts.ts'
import type { ActorScope, Scope } from '../scope.ts'
import { whyTokenIsRefused } from '../sessions/refused-tokens.ts'
import { sessionTokenOf } from '../sessions/session-cookie.ts'
import { countCall } from './throttle.ts'
import type { TokenQuota } from './token-quota.ts'
import type { DoorClient } from '../door/transaction.ts'
import type { Visit } from '../door/visit.ts'
import { hashToken } from '../sessions/tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    door: Door
    /** A door for streamed exports with connections of its own, so that exports never starve requests. */
    exportDoor: Door
    /** Where analytics read, and streamed exports; undefined without a replica. */
    replica: Replica | undefined
    exportReplica: Replica | undefined
    tokenQuota: TokenQuota
    /** The names of the endpoints that have a handler. */
    served: Set<string>
  }
  interface FastifyRequest {
    /** The locale of this request's replies; null until the door was passed. */
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
 * A successful reply: the body, the version of the item (for the ETag), and the status if the endpoint declares more
 * than one.
 */
export interface Answer<E extends Endpoint> {
  status?: number
  body?: Reply<E>
  version?: number
}

/**
 * Enters the database for an endpoint, by the requests' door unless another is given. Each entry is a transaction of
 * its own and checks session and permission again.
 */
export type Enter<E extends Endpoint> = <T>(
  work: (scope: ScopeOf<E>, client: DoorClient) => Promise<T>,
  door?: Door,
) => Promise<T>

/**
 * Enters the database for work that may begin before the actor is confirmed (see `lookAhead` of the door). The first entry
 * has the load of the endpoint and later ones are urgent, unless `load` says otherwise.
 */
type EnterAhead<E extends Endpoint> = <T, A = undefined>(
  work: (scope: ScopeOf<E>, client: DoorClient, ahead: Promise<A> | undefined) => Promise<T>,
  door?: Door,
  lookAhead?: (guessed: ScopeOf<E>) => Promise<A>,
  load?: Load,
) => Promise<T>

/**
 * Serves an endpoint whose work is one transaction. A successful reply means that it is committed. Analytics, which only
 * read, read on a replica if there is one.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (scope: ScopeOf<E>, input: Checked<E>) => Promise<Answer<E>>,
): void {
  register(app, endpoint, async (request, reply, enter) => {
    await countByItself(endpoint, enter, request, reply)
    const work = (scope: ScopeOf<E>) => handle(scope, checked(endpoint, request, reply))
    const replica = loadOf(endpoint) === 'analytics' ? app.replica : undefined
    const there = replica && (await readOn(replica, enter as unknown as Enter<AnalyticEndpoint>, work))
    // What a replica did not do has not begun, so it is no more urgent than before.
    const { done: answer } = there ?? { done: await enter(work, app.door, undefined, loadOf(endpoint)) }
    await send(endpoint, reply, answer)
  })
}

/** Analytics are for users alone. */
type AnalyticEndpoint = Endpoint & { requires: 'logged-in' }

/**
 * Checks session and permission on the leader, and does the work on a replica that has all that the leader had then.
 * Returns undefined when there is none.
 */
async function readOn<T>(
  replica: Replica,
  enter: Enter<AnalyticEndpoint>,
  work: (scope: ActorScope) => Promise<T>,
): Promise<{ done: T } | undefined> {
  if (replica.isLeftAlone()) return undefined
  const { scope, state } = await enter(async (opened) => ({ scope: opened, state: await stateOfLeader(opened) }))
  return await replica.read(scope, state, work)
}

/**
 * Serves an endpoint whose work begins with a look-up that shares a round trip with the check of the actor, for a
 * session that was seen before. `lookUp` begins it and `handle` gets its result. It may write, but must not use the
 * time. It runs again when the guess was wrong or impossible.
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

/**
 * Serves an endpoint whose work takes several transactions or whose reply is streamed, because no database connection
 * may be held while a password is hashed or a picture decoded. The handler is not called without the required session
 * and permission.
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

/**
 * Counts a call in a transaction of its own, so that refused calls also count, except those that could never be served.
 */
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
  const url = (endpoint.base ?? apiBase) + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
  const ways = endpoint.byForm === undefined ? [] : [{ method: 'POST', url: url + endpoint.byForm }]
  for (const way of [{ method: endpoint.method, url }, ...ways])
    app.route<RouteGenericInterface>({
      ...way,
      ...(endpoint.mediaType !== undefined && { config: { mediaType: endpoint.mediaType } }),
      ...(endpoint.produces !== undefined && { compress: false }),
      ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
      handler: async (request, reply) => {
        const visit = visitOf(request)
        // No browser sends a token by itself, so no other site can have caused the request of a machine.
        if (way.method !== 'GET' && visit.apiToken === undefined) refuseForgery(request)
        refuseOtherFormats(endpoint, request)
        if (way.method !== endpoint.method) takeForm(request)
        // What visitors do is refused before any of it is begun; other endpoints begin with the check of the actor.
        if (visit.apiToken !== undefined && isForVisitorsAlone(endpoint))
          throw new Failure('forbidden', tokenSays('closed'))
        reply.header('cache-control', 'no-store')
        await run(request, reply, enterFor(app, endpoint, visit, request, reply))
        return reply
      },
    })
}

function enterFor<E extends Endpoint>(
  { door: own, tokenQuota }: Pick<FastifyInstance, 'door' | 'tokenQuota'>,
  endpoint: E,
  sent: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
): EnterAhead<E> {
  const visit = {
    ...sent,
    followsEntry: isInside(endpoint),
    isUnattended: endpoint.isUnattended === true,
  }
  const isForReading = endpoint.method === 'GET' && endpoint.audit === undefined
  // A call in several steps is recorded as one reading.
  let isReadingKept = false
  // What was let in is finished before others begin.
  let isUnderWay = false
  // A call in several steps is one request of a token.
  let isCounted = false
  return async <T, A>(
    work: (scope: ScopeOf<E>, client: DoorClient, ahead: Promise<A> | undefined) => Promise<T>,
    door = own,
    lookAhead?: (guessed: ScopeOf<E>) => Promise<A>,
    load: Load = isUnderWay ? 'urgent' : loadOf(endpoint),
  ) => {
    const lookAheadIfAllowed =
      lookAhead &&
      ((guessed: Scope) =>
        refusalOf(endpoint, guessed, visit) === undefined ? lookAhead(guessed as ScopeOf<E>) : undefined)
    let actorId: string | undefined
    /**
     * Attempts of one person queue here, so that they do not each hold a connection while they wait for the counter.
     */
    const keepAttempt = (refusal: Failure, named?: Parameters<typeof recordRefusal>[3]) =>
      oneByOne(`${visit.host} ${actorId}`, () =>
        door.enter(visit, (scope) => recordRefusal(scope, endpoint, refusal, named), { load: 'urgent' }),
      )
    const enterAndWork = async (opened: Scope, client: DoorClient, ahead: Promise<A> | undefined) => {
      const scope = await pastEntry(opened, endpoint)
      request.locale = scope.locale
      actorId = scope.actor?.id
      // The web app fetches its preferences anew when its version is older.
      reply.header(tenantVersionHeader, scope.tenant.version)
      reply.header(serverTimeHeader, scope.now.getTime())
      request.reportedUser = scope.actor && { id: scope.actor.id, email: scope.actor.email }
      if (isOfMachine(scope) && !isCounted) {
        isCounted = true
        await tokenQuota.spend(scope)
      }
      const refusal = refusalOf(endpoint, scope, visit)
      if (refusal === undefined) {
        const done = await work(scope as ScopeOf<E>, client, ahead)
        if (!isEntered(scope) || isReadingKept) return { done }
        await recordReading(scope, endpoint, request)
        return { done, isKept: true }
      }
      // The refusal is returned rather than thrown, so that the end of the entry is committed.
      if (refusal.code === 'entry-ended') return { refusal }
      if (scope.actor !== null) return { refusal, isAttempt: true as const }
      if (visit.apiToken !== undefined) reply.header('www-authenticate', 'Bearer error="invalid_token"')
      const hash = visit.apiToken?.hash
      const why = refusal.code === 'unauthenticated' && hash ? await whyTokenIsRefused(scope, hash) : undefined
      if (why !== undefined) return { refusal: new Failure('unauthenticated', tokenSays(why)) }
      const { sessionTokenHash } = visit
      const isTold = refusal.code === 'unauthenticated' && sessionTokenHash !== null
      const isSuspended = isTold && (await wasSuspended(scope, sessionTokenHash))
      return { refusal: isSuspended ? new Failure('access-suspended') : refusal }
    }
    const hasOnlyRead = (result: object) => isForReading && !('refusal' in result) && !('isKept' in result)
    // A long export must not hold the session's row, so it does not note the session as in use.
    const visitThere = door === own ? visit : { ...visit, isUnattended: true }
    isUnderWay = true
    const outcome = await door
      .enter(visitThere, enterAndWork, { hasOnlyRead, lookAhead: lookAheadIfAllowed, load })
      .catch(async (error: unknown) => {
        // A refusal thrown by the work was rolled back, so the attempt is recorded in a transaction of its own.
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

/** Endpoints that a suspended tenant still answers, so that its page can say so under its own brand. */
const servedWhileSuspended: ReadonlySet<string> = new Set([
  'getLogo',
  'getManifest',
  'getSitePreferences',
  'getTenantId',
  'logout',
  'startSession',
])

function refusalOf(endpoint: Endpoint, { actor, tenant }: Scope, { apiToken }: Visit): Failure | undefined {
  const { name, requires } = endpoint
  if (tenant.status === 'suspended' && !servedWhileSuspended.has(name)) return new Failure('tenant-suspended')
  if (apiToken !== undefined && actor === null) return new Failure('unauthenticated', tokenSays('unknown'))
  if (apiToken !== undefined && endpoint.forTokens !== true) return new Failure('forbidden', tokenSays('closed'))
  if (requires === 'anyone') return undefined
  if (actor?.entry?.state === 'over') return new Failure('entry-ended')
  if (actor?.entry?.state === 'outside' && !isOpenToEntered(endpoint)) return new Failure('entry-read-only')
  if (actor === null) return new Failure('unauthenticated')
  return meets(requires, { ...actor, features: tenant.features }) ? undefined : new Failure('forbidden')
}

function tokenSays(why: 'unknown' | 'closed' | 'expired' | 'revoked' | 'paused') {
  return { says: { phrase: `mail:token.${why}`, values: {} } } as const
}

function isForVisitorsAlone({ requires, forTokens }: Endpoint): boolean {
  return requires === 'anyone' && forTokens !== true
}

function isOfMachine(scope: Scope): scope is ActorScope {
  return scope.actor?.isMachine === true
}

/**
 * When an operator's entry has ended, the session returns to the operator's tenant. Requests for that tenant go on;
 * requests for the entered one are refused, so that the two are not confused.
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
    apiToken: apiTokenOf(request),
    acceptLanguage: request.headers['accept-language'],
    requestId: request.id,
    speaker: speakerIn(request),
  }
}

/**
 * The person whom the page shows, from the header, or from the address where the browser asks by itself, as for an
 * image.
 */
function speakerIn({ headers, query }: FastifyRequest): string | undefined {
  const sent = headers[speakerHeader] ?? (query as { speaker?: string | string[] }).speaker
  // Repeated headers are joined, which matches nobody.
  return sent === undefined ? undefined : [sent].flat().join(',')
}

function checked<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Checked<E> {
  // readInput parsed each part with the schema of these types.
  const input = readInput(endpoint, request) as { params: Params<E>; query: Query<E>; body: Body<E> }
  return { ...input, request, reply }
}

async function send<E extends Endpoint>(endpoint: E, reply: FastifyReply, answer: Answer<E>): Promise<void> {
  if (answer.version !== undefined) reply.header('etag', `"${answer.version}"`)
  if (endpoint.mediaType !== undefined) reply.type(`${endpoint.mediaType}; charset=utf-8`)
  reply.code(answer.status ?? Number(Object.keys(endpoint.replies)[0]))
  await reply.send(answer.body)
}

/** Returns the request's idempotency key; undefined without one. Throws `validation` when it is malformed. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid('Idempotency-Key', 'malformed')
  return key
}
