import { sql } from 'kysely'
import type pg from 'pg'
import type { Scope } from '../access/scope.ts'

/** Folds the oldest deltas of the tenant into its counts, so many at most, and answers how many there were. */
export async function foldDeltas({ db, tenant }: Scope, atMost: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_record_deltas(${tenant.id}, ${atMost}) as folded`.execute(db)
  return rows[0]?.folded ?? 0
}

/** How the counts of a tenant compare with its records. */
export interface CountCheck {
  slug: string
  /** Records without voided ones. */
  records: number
  /** Counts that say something else than the records. */
  wrong: number
}

/** Holds the counts of each tenant against all of its records, as the owner, each in a state of one moment. */
export async function* checkCounts(owner: pg.ClientBase): AsyncGenerator<CountCheck & { tenantId: string }> {
  const { rows: tenants } = await owner.query<{ tenant_id: string; address: string }>(
    `select tenant_id, address from tenant_addresses where kind = 'slug' order by address`,
  )
  for (const { tenant_id: tenantId, address: slug } of tenants) {
    await owner.query('begin transaction isolation level repeatable read read only')
    await owner.query('select enter_tenant($1)', [tenantId])
    const { rows } = await owner.query<{ records: number; wrong: number }>(
      `select (select count(*)::int from test_records where tenant_id = $1 and state <> 'voided') as records,
         (select count(*)::int from wrong_record_counts($1)) as wrong`,
      [tenantId],
    )
    await owner.query('commit')
    yield { tenantId, slug, records: rows[0]?.records ?? 0, wrong: rows[0]?.wrong ?? 0 }
  }
}

/** Makes the counts of a tenant agree with its records, as the owner, and answers how many were wrong. Nobody waits for it. */
export async function repairCounts(owner: pg.ClientBase, tenantId: string): Promise<number> {
  await owner.query('begin')
  await owner.query('select enter_tenant($1)', [tenantId])
  const { rows } = await owner.query<{ repaired: number }>('select repair_record_counts($1) as repaired', [tenantId])
  await owner.query('commit')
  return rows[0]?.repaired ?? 0
}
