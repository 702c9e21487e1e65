/** Row counts of one tenant in a bench database. Tenant 0 is the big one. */
export interface Scale {
  tenants: number
  organisations: number
  groups: number
  /** Users who are not patients. */
  users: number
  /** Patient accounts of the big tenant; other tenants have none. */
  patients: number
  subjects: { ofBig: number; ofOthers: number }
  lastNames: number
}

/** The scale of the databases that are named after the big tenant's number of test records. */
export const recordsScale: Scale = {
  tenants: 20,
  organisations: 4,
  groups: 20,
  users: 20,
  patients: 0,
  subjects: { ofBig: 20_000, ofOthers: 2_000 },
  lastNames: 997,
}

const peopleScale: Scale = {
  tenants: 2,
  organisations: 10_000,
  groups: 10_000,
  users: 10_000,
  patients: 100_000,
  subjects: { ofBig: 2_000_000, ofOthers: 2_000 },
  lastNames: 9_973,
}

const auditScale: Scale = { ...recordsScale, tenants: 2, users: 500 }

const manyTenantsScale: Scale = {
  ...recordsScale,
  tenants: 50,
  subjects: { ofBig: 2_000, ofOthers: 1_000 },
}

const fewScale: Scale = { ...recordsScale, tenants: 2, subjects: { ofBig: 2_000, ofOthers: 100 } }

/**
 * The databases of the bench: how many test records the big tenant and all others together have, and how many audit
 * events.
 */
export const databases = {
  '1M': { scale: recordsScale, records: 1_000_000, ofOthers: 1_000_000 },
  '20k': { scale: fewScale, records: 20_000, ofOthers: 0 },
  imports: { scale: { ...recordsScale, tenants: 2 }, records: 20_000, ofOthers: 0 },
  '10M': { scale: recordsScale, records: 10_000_000, ofOthers: 1_000_000 },
  people: { scale: peopleScale, records: 500_000, ofOthers: 0 },
  overload: { scale: manyTenantsScale, records: 2_000, ofOthers: 98_000 },
  audit: { scale: auditScale, records: 500_000, ofOthers: 0, events: 10_000_000 },
} as const satisfies Record<string, { scale: Scale; records: number; ofOthers: number; events?: number }>
export type DatabaseName = keyof typeof databases

export const databaseOf = (name: DatabaseName): string => `lateral_bench_${name.toLowerCase()}`

/** Host and logins of the big tenant. */
export const bigTenant = {
  host: 'bench-0.localhost',
  password: 'Lateral-Bench-2026',
  accounts: { tenant: 'tenant@bench.test', organisation: 'organisation@bench.test', clinical: 'user-2@bench.test' },
}

/** Numbers of the big tenant's users who stand out in its audit trail: `busy` is the actor of every tenth event. */
export const auditActors = { busy: 2 }

/** Number of days that the filtered list covers. */
export const filterDays = 90

/** Ids are computed from the numbers of the rows, so that the bench knows them without asking the database. */
export const idOf = {
  tenant: (tenant: number) => id(1, tenant, 0),
  organisation: (tenant: number, n: number) => id(2, tenant, n),
  group: (tenant: number, n: number) => id(3, tenant, n),
  user: (tenant: number, n: number) => id(4, tenant, n),
  assay: (tenant: number) => id(5, tenant, 0),
  subject: (tenant: number, n: number) => id(6, tenant, n),
}

/** Builds the id that the SQL function bench_id of `fill.ts` builds for the row. */
function id(kind: number, tenant: number, n: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return `01900000-000${kind}-7000-8000-${hex(tenant, 4)}${hex(n, 8)}`
}
