import type * as z from 'zod/mini'
import { getMyDetails } from '../../contract/own-account/user.ts'
import { changeTenant, getTenant, getTenantUse, type TenantDetails } from '../../contract/tenants/tenant.ts'
import type { TenantChange } from '../../contract/tenants/settings.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { Values } from '../editing/merge.ts'
import { useStored } from '../editing/use-action.ts'
import { useEdit } from '../editing/use-edit.ts'
import { fetchPreferences } from '../preferences/preferences.ts'
import { useTenant } from './shown-tenant.ts'

export function tenantQuery(id: string) {
  return queryOf(getTenant, { params: { id } })
}

export function tenantUseQuery(id: string) {
  return queryOf(getTenantUse, { params: { id } })
}

type Given<Schema extends z.ZodMiniType, V extends Values> = Parameters<typeof useEdit<TenantDetails, Schema, V>>[0]

/**
 * The form of one tab of a tenant's page, for `EditForm` to draw. It sends the fields of its schema, and every page of
 * this browser shows the stored result.
 */
export function useTenantEdit<Schema extends z.ZodMiniType<TenantChange>, V extends Values>(
  tab: Pick<Given<Schema, V>, 'schema' | 'valuesOf' | 'fields' | 'read'>,
) {
  const { tenant } = useTenant()
  const params = { id: tenant.id }
  const store = useStored({
    send: (body: TenantChange, headers: { 'If-Match': string }) =>
      call(changeTenant, { params, body, headers, errors: 'caller' }),
    shownBy: [getTenantUse, getMyDetails],
    keptAs: ({ id }) => tenantQuery(id).queryKey,
  })
  return useEdit<TenantDetails, Schema, V>({
    ...tab,
    item: tenant,
    failed: 'tenants:failed',
    newest: async () => (await call(getTenant, { params, errors: 'caller' })).data,
    send: async (body, headers) => {
      const stored = await store(body, headers)
      // A failure here is made up for within a minute.
      await fetchPreferences().catch(() => undefined)
      return stored
    },
    updated: 'tenants:updated',
  })
}
