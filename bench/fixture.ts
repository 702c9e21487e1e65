/** The databases of the bench, by the number of records of their big tenant. The 19 others share a million. */
export const sizes = { '1M': 1_000_000, '10M': 10_000_000 } as const
export type Size = keyof typeof sizes

export const databaseOf = (size: Size): string => `lateral_bench_${size.toLowerCase()}`

/** The big tenant: where it answers, and who logs in. */
export const bigTenant = {
  host: 'bench-0.localhost',
  password: 'Lateral-Bench-2026',
  accounts: { tenant: 'tenant@bench.test', organisation: 'organisation@bench.test' },
}

/** How far the filtered list looks back. */
export const filterDays = 90

/** Ids are made from what they stand for, so that the bench knows them without asking. */
export const idOf = {
  tenant: (tenant: number) => id(1, tenant, 0),
  organisation: (tenant: number, n: number) => id(2, tenant, n),
  group: (tenant: number, n: number) => id(3, tenant, n),
  user: (tenant: number, n: number) => id(4, tenant, n),
  assay: (tenant: number) => id(5, tenant, 0),
  subject: (tenant: number, n: number) => id(6, tenant, n),
}

export const tenants = 20
export const organisationsPerTenant = 4
export const groupsPerTenant = 20
export const usersPerTenant = 20
export const subjectsOf = (tenant: number): number => (tenant === 0 ? 20_000 : 2_000)

/** The same as the SQL function bench_id of `fill.ts`. */
function id(kind: number, tenant: number, n: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return `01900000-000${kind}-7000-8000-${hex(tenant, 4)}${hex(n, 8)}`
}
