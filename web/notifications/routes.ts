import { createRoute } from '@tanstack/react-router'
import { notificationList } from '../../contract/notifications/notification-list.ts'
import { templateIds } from '../../contract/notifications/template-ids.ts'
import { mayKeepNotificationRules, mayNotify } from '../../contract/permissions/can.ts'
import { id } from '../../contract/schema.ts'
import { startList } from '../lists/start-list.ts'
import type { NotificationAnswer, NotificationsSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { readField } from '../routing/asked-field.ts'
import { addressOf } from '../routing/list-address.ts'
import { requirePeople } from '../routing/guards.ts'
import { pageOfRow, pageOfUsers, panelOfRow, panelOfUsers } from '../routing/page-route.ts'

const notifications = createRoute({
  getParentRoute: () => loggedIn,
  path: '/notifications',
  validateSearch: addressOf(notificationList).read,
  ...pageOfUsers<NotificationsSearch>({
    title: 'shell:page.notifications',
    rule: mayNotify,
    guard: requirePeople,
    words: ['notifications'],
    starts: async (queries, { search }) =>
      await startList(queries, (await import('./queries.ts')).notificationsQuery, search),
    code: async () => (await import('./notifications-page.tsx')).NotificationsPage,
  }),
})

const answer = createRoute({
  getParentRoute: () => notifications,
  path: 'answer',
  validateSearch: ({ item, answer }: Record<string, unknown>): { item: string; answer?: NotificationAnswer } => ({
    item: id.safeParse(item).data ?? '',
    ...((answer === 'acknowledged' || answer === 'rejected' || answer === 'otherwise') && { answer }),
  }),
  ...panelOfUsers({
    title: 'shell:page.answerNotification',
    rule: mayNotify,
    words: ['notifications', 'notificationReports', 'editing'],
    code: async () => (await import('./answer-form.tsx')).AnswerForm,
  }),
})

const close = createRoute({
  getParentRoute: () => notifications,
  path: 'close',
  ...panelOfUsers({
    title: 'shell:page.closeNotifications',
    rule: mayNotify,
    words: ['notifications', 'editing'],
    code: async () => (await import('./close-form.tsx')).CloseForm,
  }),
})

const reports = createRoute({
  getParentRoute: () => loggedIn,
  path: '/notifications/reports',
  ...pageOfUsers({
    title: 'shell:page.notificationReports',
    rule: mayNotify,
    guard: requirePeople,
    words: ['notificationReports', 'notifications', 'personDetails'],
    starts: async (queries) =>
      await queries.prefetchQuery((await import('./report-queries.ts')).reportsQuery(undefined)),
    code: async () => (await import('./reports-page.tsx')).ReportsPage,
  }),
})

const rules = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-tenant/notification-rules',
  ...pageOfUsers({
    title: 'shell:page.notificationRules',
    rule: mayKeepNotificationRules,
    guard: requirePeople,
    words: ['notificationRules', 'notifications'],
    starts: async (queries) =>
      await queries.prefetchQuery((await import('./queries.ts')).notificationRulesQuery(undefined)),
    code: async () => (await import('./rules-page.tsx')).RulesPage,
  }),
})

const newRule = createRoute({
  getParentRoute: () => rules,
  path: 'new',
  validateSearch: ({ template }: Record<string, unknown>) => ({
    template: templateIds.find((one) => one === template),
  }),
  ...panelOfUsers({
    title: 'shell:page.newNotificationRule',
    rule: mayKeepNotificationRules,
    words: ['notificationRules', 'notifications', 'editing'],
    code: async () => (await import('./rule-form.tsx')).NewRule,
  }),
})

const rule = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-tenant/notification-rules/$id',
  ...pageOfRow({
    title: 'shell:page.notificationRule',
    rule: mayKeepNotificationRules,
    guard: requirePeople,
    words: ['notificationRules', 'notificationReports', 'notifications', 'editing'],
    row: async () => (await import('./queries.ts')).notificationRuleQuery,
    code: async () => (await import('./rule-page.tsx')).RulePage,
  }),
})

const editRule = createRoute({
  getParentRoute: () => rule,
  path: 'edit',
  ...panelOfRow({
    title: 'shell:page.editNotificationRule',
    rule: mayKeepNotificationRules,
    words: ['notificationRules', 'notificationReports', 'notifications', 'editing'],
    row: async () => (await import('./queries.ts')).notificationRuleQuery,
    code: async () => (await import('./rule-form.tsx')).EditRule,
  }),
})

const sending = createRoute({
  getParentRoute: () => rule,
  path: 'sending',
  validateSearch: readField,
  ...panelOfRow({
    title: 'shell:page.notificationSending',
    rule: mayKeepNotificationRules,
    words: ['notificationRules', 'notificationReports', 'notifications', 'editing'],
    row: async () => (await import('./queries.ts')).notificationRuleQuery,
    code: async () => (await import('./sending-form.tsx')).SendingPanel,
  }),
})

export const notificationRoutes = [
  notifications.addChildren([answer, close]),
  reports,
  rules.addChildren([newRule]),
  rule.addChildren([editRule, sending]),
] as const
