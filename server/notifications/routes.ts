import type { FastifyInstance } from 'fastify'
import * as items from '../../contract/notifications/items.ts'
import * as endpoints from '../../contract/notifications/rules.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import { serve } from '../access/serving/serve.ts'
import { serveCreation } from '../access/serving/serve-row.ts'
import { reopenNotifications } from './reopening-service.ts'
import * as rules from './rules-service.ts'
import {
  acknowledge,
  closeNotifications,
  countNotifications,
  getNotification,
  listNotifications,
  listRecordNotifications,
  reject,
} from './service.ts'

export function notificationRoutes(app: FastifyInstance): void {
  serve(app, items.listNotifications, async (scope, { query }) => ({ body: await listNotifications(scope, query) }))

  serve(app, items.countNotifications, async (scope) => ({ body: { data: await countNotifications(scope) } }))

  serve(app, items.getNotification, async (scope, { params }) => answerWith(await getNotification(scope, params.id)))

  serve(app, items.listRecordNotifications, async (scope, { params }) => ({
    body: { data: await listRecordNotifications(scope, params.id) },
  }))

  serve(app, items.acknowledgeNotification, async (scope, { params, body }) =>
    answerWith(await acknowledge(scope, params.id, body.reason)),
  )

  serve(app, items.rejectNotification, async (scope, { params, body }) =>
    answerWith(await reject(scope, params.id, body.reason)),
  )

  serve(app, items.closeNotifications, async (scope, { body }) => ({
    body: { data: { closed: await closeNotifications(scope, body) } },
  }))

  serve(app, items.reopenNotifications, async (scope, { body }) => ({
    body: { data: await reopenNotifications(scope, body.ids) },
  }))

  serve(app, endpoints.listNotificationRules, async (scope, { query }) => ({
    body: await rules.listNotificationRules(scope, query),
  }))

  serve(app, endpoints.getNotificationRule, async (scope, { params }) =>
    answerWith(await rules.getNotificationRule(scope, params.id)),
  )

  serveCreation(app, endpoints.createNotificationRule, rules.createNotificationRule, rules.getNotificationRule)

  serve(app, endpoints.changeNotificationRule, async (scope, { params, body, request }) =>
    answerWith(await rules.changeNotificationRule(scope, params.id, requiredVersionOf(request), body)),
  )

  serve(app, endpoints.listNotificationRuleVersions, async (scope, { params, query }) => ({
    body: await rules.listNotificationRuleVersions(scope, params.id, query),
  }))

  serve(app, endpoints.lookBack, async (scope, { params, body }) => ({
    body: { data: { made: await rules.lookBack(scope, params.id, body.days) } },
  }))

  serve(app, endpoints.foreseeLookBack, async (scope, { params, query }) => ({
    body: { data: await rules.foreseeLookBack(scope, params.id, query.days) },
  }))
}
