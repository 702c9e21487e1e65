import { countNotifications, listNotifications, listRecordNotifications } from '../../contract/notifications/items.ts'
import { lookBack } from '../../contract/notifications/rules.ts'
import { call } from '../api/client.ts'
import { useAction } from '../editing/use-action.ts'

/** Makes items of the tests of the last days, which were recorded before the rule was switched on. */
export function useLookBack(id: string) {
  return useAction({
    send: async (days: number) => (await call(lookBack, { params: { id }, body: { days }, errors: 'caller' })).data,
    done: ({ made }) => ['notificationRules:back.done', { count: made }],
    failed: 'notificationRules:back.failed',
    shownBy: [listNotifications, countNotifications, listRecordNotifications],
  })
}
