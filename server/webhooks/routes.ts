import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/webhooks/endpoints.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { leaseMs } from './sending-repository.ts'
import { resendWebhook, testWebhook, type WebhookSender } from './sending-service.ts'
import * as webhooks from './service.ts'

/** Milliseconds between two looks whether a message that was under way at a revocation has ended. */
const lookEveryMs = 100

export function webhookRoutes(app: FastifyInstance, sender: WebhookSender): void {
  serve(app, endpoints.listWebhooks, async (scope, { query }) => ({ body: await webhooks.listWebhooks(scope, query) }))

  serve(app, endpoints.getWebhook, async (scope, { params }) => ({
    body: { data: await webhooks.getWebhook(scope, params.id) },
  }))

  serve(app, endpoints.createWebhook, async (scope, { body }) => ({
    body: { data: await webhooks.createWebhook(scope, sender, body) },
  }))

  serve(app, endpoints.rotateWebhook, async (scope, { params }) => ({
    body: { data: await webhooks.rotateWebhook(scope, sender.secrets, params.id) },
  }))

  serve(app, endpoints.resumeWebhook, async (scope, { params }) => ({
    body: { data: await webhooks.resumeWebhook(scope, params.id) },
  }))

  serveInSteps(app, endpoints.revokeWebhook, async (enter, { params }) => {
    const data = await enter((scope) => webhooks.revokeWebhook(scope, params.id))
    // The reply promises that nothing comes any more, so it waits for the message that is under way.
    const end = performance.now() + leaseMs
    while (performance.now() < end && (await enter((scope) => webhooks.isSending(scope, params.id)))) {
      await pause(lookEveryMs)
    }
    return { body: { data } }
  })

  serve(app, endpoints.listWebhookAttempts, async (scope, { params, query }) => ({
    body: await webhooks.listWebhookAttempts(scope, params.id, query),
  }))

  serveInSteps(app, endpoints.testWebhook, async (enter, { params }) => ({
    body: { data: await testWebhook(enter, sender, params.id) },
  }))

  serveInSteps(app, endpoints.resendWebhook, async (enter, { params }) => ({
    body: { data: await resendWebhook(enter, sender, params.id) },
  }))
}
