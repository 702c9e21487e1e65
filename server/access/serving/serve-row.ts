import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type * as z from 'zod/mini'
import type { ResourceType } from '../../../contract/audit/resource-types.ts'
import type { doneOncePerKey, Endpoint } from '../../../contract/endpoint.ts'
import type { historyEndpoint } from '../../../contract/history.ts'
import type { WantedStanding } from '../changing/changes.ts'
import { claimRequest } from '../changing/idempotency.ts'
import { listHistory } from '../audit/history.ts'
import type { ActorScope } from '../scope.ts'
import { idempotencyKeyOf, serve } from './serve.ts'
import { answerWith, versionOf } from '../changing/versions.ts'

type RequirementOfActor = Exclude<Endpoint['requires'], 'anyone'>

/** An endpoint about one row, which it answers with. */
interface RowEndpoint<Item> extends Endpoint {
  requires: RequirementOfActor
  params: z.ZodMiniType<{ id: string }>
  replies: { 200: z.ZodMiniType<{ data: Item }> }
}

/** An endpoint that creates a row, which it answers with: 201 the first time, and 200 when its key is repeated. */
interface CreatingEndpoint<Item> extends Endpoint {
  requires: RequirementOfActor
  headers: typeof doneOncePerKey
  replies: { 200: z.ZodMiniType<{ data: Item }>; 201: z.ZodMiniType<{ data: Item }> }
}

interface Created {
  id: string
  version?: number
}

/**
 * Serves an endpoint that creates a row from its body. `create` gives the row the id that it is passed. A repeat is
 * answered with what `getRow` returns, which must throw for a row that the actor does not see.
 */
export function serveCreation<Sent, Item extends Created>(
  app: FastifyInstance,
  endpoint: CreatingEndpoint<Item> & { body: z.ZodMiniType<Sent> },
  create: (scope: ActorScope, sent: Sent, id: string) => Promise<Item>,
  getRow: (scope: ActorScope, id: string) => Promise<Item>,
): void {
  serve(app, endpoint, (scope, { body, request }) =>
    createOnce(scope, { request, sent: [endpoint.name, body] }, (id) => create(scope, body, id), getRow),
  )
}

/** Creates a row as in `serveCreation`, from anything that was `sent`, and builds the reply. */
export async function createOnce<Item extends Created>(
  scope: ActorScope,
  { request, sent }: { request: FastifyRequest; sent: unknown },
  create: (id: string) => Promise<Item>,
  getRow: (scope: ActorScope, id: string) => Promise<Item>,
) {
  const id = newId()
  const earlier = await claimRequest(scope, idempotencyKeyOf(request), sent, id)
  const data = earlier === undefined ? await create(id) : await getRow(scope, earlier)
  const { version } = data
  return { status: earlier === undefined ? 201 : 200, body: { data }, ...(version !== undefined && { version }) }
}

/** Serves the endpoints that suspend and reactivate a row of a noun. */
export function serveStanding<Item extends { version: number }>(
  app: FastifyInstance,
  suspend: RowEndpoint<Item>,
  reactivate: RowEndpoint<Item>,
  setStanding: (scope: ActorScope, id: string, wanted: WantedStanding) => Promise<Item>,
): void {
  serveAction(app, suspend, (scope, id, version) => setStanding(scope, id, { status: 'suspended', version }))
  serveAction(app, reactivate, (scope, id, version) => setStanding(scope, id, { status: 'active', version }))
}

/** Serves an endpoint that brings one row into a state, for whose version the request may ask. */
export function serveAction<Item extends { version: number }>(
  app: FastifyInstance,
  endpoint: RowEndpoint<Item>,
  act: (scope: ActorScope, id: string, version: number | undefined) => Promise<Item>,
): void {
  serve(app, endpoint, async (scope, { params, request }) =>
    answerWith(await act(scope, params.id, versionOf(request))),
  )
}

/** Serves the history of a row of a noun. `getRow` must throw for a row that the actor does not see. */
export function serveHistory(
  app: FastifyInstance,
  endpoint: Omit<ReturnType<typeof historyEndpoint>, 'requires'> & { requires: RequirementOfActor },
  resourceType: ResourceType,
  getRow: (scope: ActorScope, id: string) => Promise<unknown>,
): void {
  serve(app, endpoint, async (scope, { params, query }) => {
    await getRow(scope, params.id)
    return { body: await listHistory(scope, endpoint, { resourceType, resourceId: params.id }, query) }
  })
}
