/** How many there are of what every database of the bench has, in each tenant. Tenant 0 is the big one. */
export interface Scale {
  tenants: number
  organisations: number
  groups: number
  /** Staff. */
  users: number
  /** Of the big tenant alone. */
  patients: number
  subjects: { ofBig: number; ofOthers: number }
  lastNames: number
}

/** The tenants of the databases that are named by the test records of the big one. */
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

/** The databases of the bench, with the test records of the big tenant and of all others together, and events of its audit trail. */
export const databases = {
  '1M': { scale: recordsScale, records: 1_000_000, ofOthers: 1_000_000 },
  '10M': { scale: recordsScale, records: 10_000_000, ofOthers: 1_000_000 },
  people: { scale: peopleScale, records: 500_000, ofOthers: 0 },
  audit: { scale: auditScale, records: 500_000, ofOthers: 0, events: 10_000_000 },
} as const satisfies Record<string, { scale: Scale; records: number; ofOthers: number; events?: number }>
export type DatabaseName = keyof typeof databases

export const databaseOf = (name: DatabaseName): string => `lateral_bench_${name.toLowerCase()}`

/** The big tenant: where it answers, and who logs in. */
export const bigTenant = {
  host: 'bench-0.localhost',
  password: 'Lateral-Bench-2026',
  accounts: { tenant: 'tenant@bench.test', organisation: 'organisation@bench.test', clinical: 'user-2@bench.test' },
}

/** The users of the big tenant, by number, with a special part in its audit trail: one who has every tenth event of it. */
export const auditActors = { busy: 2 }

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

/** The same as the SQL function bench_id of `fill.ts`. */
function id(kind: number, tenant: number, n: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return `01900000-000${kind}-7000-8000-${hex(tenant, 4)}${hex(n, 8)}`
}
