import type { FastifyInstance } from 'fastify'
import { listDeliveries as listEndpoint, sendResult as sendEndpoint } from '../../contract/deliveries/endpoints.ts'
import { openResult as openEndpoint } from '../../contract/deliveries/open-result.ts'
import { idempotencyKeyOf, serve, serveInSteps } from '../access/serving/serve.ts'
import { openResult } from './opening-service.ts'
import { listDeliveries, sendResult } from './service.ts'

export function deliveryRoutes(app: FastifyInstance): void {
  serve(app, listEndpoint, async (scope, { params }) => ({ body: { data: await listDeliveries(scope, params.id) } }))

  serve(app, sendEndpoint, async (scope, { params, body, request }) => {
    const { data, isRepeat } = await sendResult(scope, params.id, body.channel, idempotencyKeyOf(request))
    return { status: isRepeat ? 200 : 201, body: { data } }
  })

  serveInSteps(app, openEndpoint, async (enter, { params, body, request }) => ({
    body: { data: await openResult(enter, { ...params, ...body }, request.ip) },
  }))
}
