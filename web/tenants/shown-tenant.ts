import { createContext, use } from 'react'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'

interface Shown {
  tenant: TenantDetails
  /** True if the user may change the operator's settings. */
  isOperator: boolean
}

/** Provided by the page of a tenant to its tabs. */
export const ShownTenant = createContext<Shown | undefined>(undefined)

export function useTenant(): Shown {
  const shown = use(ShownTenant)
  if (shown === undefined) throw new Error('A tab stands in the page of a tenant')
  return shown
}
