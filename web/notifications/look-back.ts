import { queryOptions } from '@tanstack/react-query'
import { countNotifications, listNotifications, listRecordNotifications } from '../../contract/notifications/items.ts'
import { foreseeLookBack, lookBack } from '../../contract/notifications/rules.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useAction } from '../editing/use-action.ts'

/** Tells what looking back would make, anew each time somebody asks. */
export const foreseenQuery = (id: string, days: number) =>
  queryOptions({
    ...queryOf(foreseeLookBack, { params: { id }, query: { days: String(days) } }),
    staleTime: 0,
    gcTime: 0,
  })

/** Makes items of the tests of the last days, which were recorded before the rule was switched on. */
export function useLookBack(id: string) {
  return useAction({
    send: async (days: number) => (await call(lookBack, { params: { id }, body: { days }, errors: 'caller' })).data,
    done: ({ made }) => ['notificationRules:back.done', { count: made }],
    failed: 'notificationRules:back.failed',
    shownBy: [listNotifications, countNotifications, listRecordNotifications],
  })
}
