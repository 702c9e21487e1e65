import {
  createTenant,
  getTenantFacts,
  listTenantHistory,
  listTenants,
  reactivateTenant,
  suspendTenant,
  type Suspension,
} from '../../contract/operator/endpoints.ts'
import { tenantList } from '../../contract/operator/tenant-list.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useCreation, useRowAction } from '../editing/row-changes.ts'
import { useStored } from '../editing/use-action.ts'
import { addressOf } from '../routing/list-address.ts'
import type { TenantsSearch } from '../paths.ts'

export const tenantAddress = addressOf(tenantList)

export function tenantsQuery(search: TenantsSearch) {
  return queryOf(listTenants, { query: tenantAddress.page(search) })
}

export function tenantQuery(id: string) {
  return queryOf(getTenantFacts, { params: { id } })
}

export const useCreateTenant = () => useCreation(createTenant, { shownBy })

export function useSuspendTenant(id: string, version: number) {
  return useStored({
    send: (body: Suspension) =>
      call(suspendTenant, { params: { id }, body, headers: { 'If-Match': `"${version}"` }, errors: 'caller' }),
    shownBy,
  })
}

export function useReactivateTenant(id: string) {
  return useRowAction(reactivateTenant, id, { done: () => ['operator:reactivated'], shownBy })
}

const shownBy = [listTenants, getTenantFacts, listTenantHistory]
