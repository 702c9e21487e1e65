import { queryOptions } from '@tanstack/react-query'
import { auditList } from '../../contract/audit/audit-list.ts'
import { getAuditChain, getAuditEvent, listAuditEvents } from '../../contract/audit/endpoints.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { lazyPart } from '../loading/lazy-page.ts'
import { rangedAddressOf } from '../routing/ranged-address.ts'
import type { AuditSearch } from '../paths.ts'
import { alsoSay } from '../ui/phrases.ts'

export const auditAddress = rangedAddressOf(auditList)

/** Loads a page of events and, if somebody was refused something, the phrases of attempts before it is drawn. */
export function auditEventsQuery(search: AuditSearch) {
  const query = auditAddress.page(search)
  return queryOptions({
    queryKey: queryOf(listAuditEvents, { query }).queryKey,
    queryFn: async ({ signal }) => {
      const events = await call(listAuditEvents, { query, signal })
      if (events.data.some(({ outcome }) => outcome === 'refused')) await lazyPart(() => alsoSay('auditAttempts'))
      return events
    },
  })
}

/** Loads one event. It is sealed and never changes, except for its place in the chain. */
export function auditEventQuery(id: string) {
  return queryOf(getAuditEvent, { params: { id } })
}

/** Loads the state of the sealed chain. If that fails, the list is shown all the same. */
export const auditChainQuery = queryOf(getAuditChain, { errors: 'caller' })
