import type { UserType } from '../../contract/permissions/permissions.ts'

/** The password of every demo account. */
export const demoPassword = 'Lateral-Flow-2026'

/** A demo tenant's accounts, with the first label of the host at which they log in (`harbour.localhost`). */
export interface DemoAccounts {
  tenant: string
  hostLabel: string
  /** True for the tenant that also answers at hosts that belong to nobody, such as plain `localhost`. */
  isDefault: boolean
  accounts: readonly { userType: UserType; email: string }[]
}

/** The user types that have an account in each demo tenant; `unlimited` belongs to the operator alone. */
export const tenantUserTypes = ['tenant', 'organisation', 'group', 'provider', 'clinical', 'patient'] as const

export const operatorEmail = 'operator@lateral.test'

/** The accounts that can log in once the demo data is loaded, all with `demoPassword`. */
export const demoAccounts: readonly DemoAccounts[] = [
  accountsOf('Harbour Health', 'harbour', true),
  accountsOf('Cascade Clinics', 'cascade', false),
  accountsOf('Meadow Veterinary', 'meadow', false),
  {
    tenant: 'Lateral',
    hostLabel: 'operator',
    isDefault: false,
    accounts: [{ userType: 'unlimited', email: operatorEmail }],
  },
]

function accountsOf(tenant: string, hostLabel: string, isDefault: boolean): DemoAccounts {
  const accounts = tenantUserTypes.map((userType) => ({ userType, email: `${userType}@${hostLabel}.test` }))
  return { tenant, hostLabel, isDefault, accounts }
}
