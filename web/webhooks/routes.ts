import { createRoute } from '@tanstack/react-router'
import { mayKeepWebhooks } from '../../contract/permissions/can.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfRow, pageOfUsers, panelOfUsers } from '../routing/page-route.ts'

const webhooks = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-tenant/webhooks',
  ...pageOfUsers({
    title: 'shell:page.webhooks',
    rule: mayKeepWebhooks,
    words: ['webhooks'],
    starts: async (queries) => await queries.prefetchQuery((await import('./queries.ts')).webhooksQuery(undefined)),
    code: async () => (await import('./webhooks-page.tsx')).WebhooksPage,
  }),
})

const newWebhook = createRoute({
  getParentRoute: () => webhooks,
  path: 'new',
  ...panelOfUsers({
    title: 'shell:page.newWebhook',
    rule: mayKeepWebhooks,
    words: ['webhooks', 'editing'],
    code: async () => (await import('./webhook-form.tsx')).WebhookForm,
  }),
})

const webhook = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-tenant/webhooks/$id',
  ...pageOfRow({
    title: 'shell:page.webhook',
    rule: mayKeepWebhooks,
    words: ['webhooks'],
    row: async () => (await import('./queries.ts')).webhookQuery,
    code: async () => (await import('./webhook-page.tsx')).WebhookPage,
  }),
})

export const webhookRoutes = [webhooks.addChildren([newWebhook]), webhook] as const
