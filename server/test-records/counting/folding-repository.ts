import { sql } from 'kysely'
import type pg from 'pg'
import type { Scope } from '../../access/scope.ts'

/** Folds at most `atMost` of the tenant's oldest deltas into its counts, and returns how many it folded. */
export async function foldDeltas({ db, tenant }: Scope, atMost: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_record_deltas(${tenant.id}, ${atMost}) as folded`.execute(db)
  return rows[0]?.folded ?? 0
}

/** The result of comparing a tenant's counts with its records. */
export interface CountCheck {
  slug: string
  /** The number of records that are not voided. */
  records: number
  /** The number of counts that differ from the records. */
  wrong: number
}

/** Compares the counts of each tenant with all of its records, as the owner, each in one snapshot. */
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

/**
 * Recomputes a tenant's wrong counts from its records, as the owner, and returns how many there were. It blocks nobody.
 */
export async function repairCounts(owner: pg.ClientBase, tenantId: string): Promise<number> {
  await owner.query('begin')
  await owner.query('select enter_tenant($1)', [tenantId])
  const { rows } = await owner.query<{ repaired: number }>('select repair_record_counts($1) as repaired', [tenantId])
  await owner.query('commit')
  return rows[0]?.repaired ?? 0
}
