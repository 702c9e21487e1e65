import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/webhooks/endpoints.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { resendWebhook, testWebhook, type WebhookSender } from './sending-service.ts'
import * as webhooks from './service.ts'

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

  serveInSteps(app, endpoints.revokeWebhook, async (enter, { params }) => ({
    body: { data: await webhooks.revokeWebhook(enter, params.id) },
  }))

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
