import { queryOptions } from '@tanstack/react-query'
import {
  acknowledgeNotification,
  closeNotifications,
  countNotifications,
  listNotifications,
  listRecordNotifications,
  rejectNotification,
  reopenNotifications,
  type ClosingWay,
} from '../../contract/notifications/items.ts'
import { notificationList } from '../../contract/notifications/notification-list.ts'
import {
  changeNotificationRule,
  createNotificationRule,
  getNotificationRule,
  listNotificationRules,
  listNotificationRuleVersions,
} from '../../contract/notifications/rules.ts'
import { presentTime } from '../../contract/rules/present.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { call } from '../api/client.ts'
import { queryOf, useShownAnew } from '../api/query.ts'
import { useChange, useCreation } from '../editing/row-changes.ts'
import { useAction } from '../editing/use-action.ts'
import type { NotificationsSearch } from '../paths.ts'
import { addressOf } from '../routing/list-address.ts'

export const notificationAddress = addressOf(notificationList)

/** What is missing changes with persons, places and kits, whose pages do not know of it. */
const alwaysAnew = { staleTime: 0 }

export const notificationsQuery = (search: NotificationsSearch) =>
  queryOptions({ ...queryOf(listNotifications, { query: notificationAddress.page(search) }), ...alwaysAnew })

export const countsQuery = () => queryOptions({ ...queryOf(countNotifications), ...alwaysAnew })

/** Milliseconds after which a record that was just recorded or changed has its notifications. */
const soon = 3 * 60_000

/** Loads what authorities are told of a record, and looks again for a while after it was recorded. */
export function recordNotificationsQuery({
  id,
  recordedAt,
  version,
}: Pick<TestRecord, 'id' | 'recordedAt' | 'version'>) {
  const isNew = version > 1 || presentTime().getTime() - Date.parse(recordedAt) < soon
  return queryOptions({
    ...queryOf(listRecordNotifications, { params: { id } }),
    ...alwaysAnew,
    refetchInterval: ({ state }) =>
      isNew && state.data?.data.length === 0 && state.dataUpdateCount < 12 ? 15_000 : false,
  })
}

const shownBy = [listNotifications, countNotifications, listRecordNotifications]

/** Returns a function that keeps what an authority answered. */
export function useAnswer(id: string) {
  const showAnew = useShownAnew(shownBy)
  return async ({ state, reason }: { state: 'acknowledged' | 'rejected'; reason: string }) => {
    const endpoint = state === 'acknowledged' ? acknowledgeNotification : rejectNotification
    const { data } = await call(endpoint, { params: { id }, body: { reason }, errors: 'caller' })
    showAnew()
    return data
  }
}

/** Returns a function that closes what is chosen of a list of `total` with one reason. If it closes nothing, the list is fetched anew. */
export function useClose(
  { isAll, others }: { isAll: boolean; others: ReadonlySet<string> },
  search: NotificationsSearch,
  total: number,
) {
  const showAnew = useShownAnew(shownBy)
  return async (closing: { how: ClosingWay; reason: string }) => {
    const { sort: _sort, format: _format, ...filter } = notificationAddress.whole(search)
    const chosen = isAll ? { ids: null, except: [...others], filter, total } : { ids: [...others] }
    try {
      return (await call(closeNotifications, { body: { ...closing, ...chosen }, errors: 'caller' })).data
    } finally {
      showAnew()
    }
  }
}

/** Opens again what somebody closed, and says how much had to stay closed, and why. */
export function useReopen() {
  return useAction({
    send: async (ids: readonly string[]) =>
      (await call(reopenNotifications, { body: { ids: [...ids] }, errors: 'caller' })).data,
    done: ({ opened, stays }) =>
      stays === 0
        ? ['notifications:opening.updated', { count: opened }]
        : ['notifications:opening.stays', { opened, count: stays }],
    failed: 'notifications:opening.failed',
    shownBy,
  })
}

export function notificationRulesQuery(cursor: string | undefined) {
  return queryOf(listNotificationRules, { query: { per_page: '10', ...(cursor && { cursor }) } })
}

export const notificationRuleQuery = (id: string) => queryOf(getNotificationRule, { params: { id } })

export function ruleVersionsQuery(id: string, cursor: string | undefined) {
  return queryOf(listNotificationRuleVersions, { params: { id }, query: { per_page: '5', ...(cursor && { cursor }) } })
}

const rulesShownBy = [
  listNotificationRules,
  getNotificationRule,
  listNotificationRuleVersions,
  listNotifications,
  countNotifications,
]

export const useCreateRule = () => useCreation(createNotificationRule, { shownBy: rulesShownBy })

export const useChangeRule = (id: string) =>
  useChange(id, { get: getNotificationRule, update: changeNotificationRule, shownBy: rulesShownBy })
