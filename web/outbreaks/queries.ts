import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import {
  changeOutbreakMail,
  changeOutbreakRules,
  closeOutbreak,
  getOutbreak,
  getOutbreakRules,
  listOutbreaks,
} from '../../contract/outbreaks/endpoints.ts'
import type { OutbreakRules } from '../../contract/outbreaks/rules.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useAction, useStored } from '../editing/use-action.ts'

export function outbreaksQuery(state: 'open' | 'closed', cursor: string | undefined) {
  return queryOf(listOutbreaks, { query: { state, per_page: '10', ...(cursor && { cursor }) } })
}

/** Loads an outbreak with its line list, which the server notes. So it is not fetched again by itself. */
export function outbreakQuery(id: string) {
  return queryOptions({
    ...queryOf(getOutbreak, { params: { id } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export const rulesQuery = () => queryOf(getOutbreakRules)

const shownBy = [listOutbreaks, getOutbreak, getOutbreakRules, getDashboard]

/** Returns what `useEdit` needs of the rules. */
export const useChangeRules = () => ({
  newest: async () => (await call(getOutbreakRules, { errors: 'caller' })).data,
  send: useStored({
    send: (body: OutbreakRules, headers: { 'If-Match': string }) =>
      call(changeOutbreakRules, { body, headers, errors: 'caller' }),
    shownBy,
  }),
})

export const useChangeMail = () =>
  useAction({
    send: async (isMailed: boolean) => (await call(changeOutbreakMail, { body: { isMailed }, errors: 'caller' })).data,
    done: () => ['outbreaks:rules.updated'],
    shownBy: [getOutbreakRules],
    failed: 'outbreaks:mail.failed',
  })

export const useCloseOutbreak = (id: string) =>
  useStored({
    send: (body: { note: string }) => call(closeOutbreak, { params: { id }, body, errors: 'caller' }),
    shownBy,
  })
