import {
  createTenant,
  getTenantFacts,
  listTenantHistory,
  listTenants,
  reactivateTenant,
  suspendTenant,
  type Suspension,
} from '../../contract/operator/endpoints.ts'
import { tenantList } from '../../contract/operator/tenant-filter.ts'
import type { NewTenant } from '../../contract/tenants/new-tenant.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useAction, useStored } from '../editing/use-action.ts'
import { addressOf } from '../routing/list-address.ts'
import type { TenantsSearch } from '../paths.ts'

export const tenantAddress = addressOf(tenantList)

export function tenantsQuery(search: TenantsSearch) {
  return queryOf(listTenants, { query: tenantAddress.page(search) })
}

export function tenantQuery(id: string) {
  return queryOf(getTenantFacts, { params: { id } })
}

export function tenantHistoryQuery(id: string, cursor: string | undefined) {
  return queryOf(listTenantHistory, { params: { id }, query: { ...(cursor && { cursor }) } })
}

export function useCreateTenant() {
  return useStored({ send: (body: NewTenant) => call(createTenant, { body, errors: 'caller' }), shownBy })
}

export function useSuspendTenant(id: string, version: number) {
  return useStored({
    send: (body: Suspension) =>
      call(suspendTenant, { params: { id }, body, headers: { 'If-Match': `"${version}"` }, errors: 'caller' }),
    shownBy,
  })
}

export function useReactivateTenant(id: string) {
  return useAction({
    send: async () => (await call(reactivateTenant, { params: { id }, errors: 'caller' })).data,
    done: () => ['operator:reactivated'],
    shownBy,
  })
}

const shownBy = [listTenants, getTenantFacts, listTenantHistory]
