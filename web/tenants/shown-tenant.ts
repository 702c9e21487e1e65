import { createContext, use } from 'react'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'

/** The stored tenant that the tabs of a page show. */
interface Shown {
  tenant: TenantDetails
  /** True if the user may change the operator's settings. */
  isOperator: boolean
}

/** Provided by the page of a tenant to its tabs. */
export const ShownTenant = createContext<Shown | undefined>(undefined)

/** The tenant of the surrounding page. */
export function useTenant(): Shown {
  const shown = use(ShownTenant)
  if (shown === undefined) throw new Error('A tab stands in the page of a tenant')
  return shown
}
