import { auditList } from '../../contract/audit/audit-filter.ts'
import { getAuditChain, getAuditEvent, listAuditEvents } from '../../contract/audit/endpoints.ts'
import { queryOf } from '../api/query.ts'
import { rangedAddressOf } from '../lists/ranged-address.ts'
import type { AuditSearch } from '../paths.ts'

export const auditAddress = rangedAddressOf(auditList)

/** The page of the trail that an address asks for. */
export function auditEventsQuery(search: AuditSearch) {
  return queryOf(listAuditEvents, { query: auditAddress.page(search) })
}

/** One event. It is sealed and stays as it is, but for its place in the chain. */
export function auditEventQuery(id: string) {
  return queryOf(getAuditEvent, { params: { id } })
}

/** How the sealed chain stands. Where that cannot be found out, the list is shown all the same. */
export const auditChainQuery = queryOf(getAuditChain, { errors: 'caller' })
