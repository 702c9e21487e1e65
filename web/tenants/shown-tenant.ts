import { createContext, use } from 'react'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'

/** What a tab shows: a tenant, as it is stored. */
interface Shown {
  tenant: TenantDetails
  /** Whether the user may change what only the operator may. */
  isOperator: boolean
}

/** Given by the page of a tenant to the tabs that stand in it. */
export const ShownTenant = createContext<Shown | undefined>(undefined)

/** The tenant of the page that a tab stands in. */
export function useTenant(): Shown {
  const shown = use(ShownTenant)
  if (shown === undefined) throw new Error('A tab stands in the page of a tenant')
  return shown
}
