import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { ResourceType } from '../../../contract/audit/event-names.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { historyEndpoint } from '../../../contract/history.ts'
import type { WantedStanding } from '../changing/changes.ts'
import { listHistory } from '../audit/history.ts'
import type { ActorScope } from '../scope.ts'
import { serve } from './serve.ts'
import { answerWith, versionOf } from '../changing/versions.ts'

type RequirementOfActor = Exclude<Endpoint['requires'], 'anyone'>

/** An endpoint about one row, which it answers with. */
interface RowEndpoint<Item> extends Endpoint {
  requires: RequirementOfActor
  params: z.ZodMiniType<{ id: string }>
  replies: { 200: z.ZodMiniType<{ data: Item }> }
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
