import { auditList } from '../../contract/audit/audit-list.ts'
import { getAuditChain, getAuditEvent, listAuditEvents } from '../../contract/audit/endpoints.ts'
import { queryOf } from '../api/query.ts'
import { rangedAddressOf } from '../routing/ranged-address.ts'
import type { AuditSearch } from '../paths.ts'

export const auditAddress = rangedAddressOf(auditList)

export function auditEventsQuery(search: AuditSearch) {
  return queryOf(listAuditEvents, { query: auditAddress.page(search) })
}

/** Loads one event. It is sealed and never changes, except for its place in the chain. */
export function auditEventQuery(id: string) {
  return queryOf(getAuditEvent, { params: { id } })
}

/** Loads the state of the sealed chain. If that fails, the list is shown all the same. */
export const auditChainQuery = queryOf(getAuditChain, { errors: 'caller' })
