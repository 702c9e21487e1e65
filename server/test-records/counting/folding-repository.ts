import { sql } from 'kysely'
import type pg from 'pg'
import { readEveryTenant, type Visited } from '../../access/every-tenant.ts'
import type { Scope } from '../../access/scope.ts'

/** Folds at most `atMost` of the tenant's oldest deltas into its counts, and returns how many it folded. */
export async function foldDeltas({ db, tenant }: Scope, atMost: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_record_deltas(${tenant.id}, ${atMost}) as folded`.execute(db)
  return rows[0]?.folded ?? 0
}

/** The result of comparing a tenant's counts with its records. */
export interface CountCheck {
  /** The number of records that are not voided. */
  records: number
  /** The number of counts that differ from the records. */
  wrong: number
}

/** Compares the counts of every tenant with all of its records, as `readEveryTenant` says. */
export function checkCounts(owner: pg.ClientBase): AsyncGenerator<Visited<CountCheck>> {
  return readEveryTenant(owner, async (tenantId) => {
    const one = async (text: string) => {
      const { rows } = await owner.query<{ count: number }>(`select count(*)::int as count from ${text}`, [tenantId])
      if (rows[0] === undefined) throw new Error('A statement that counts answers one row')
      return rows[0].count
    }
    // Two statements, because a function cannot be asked beside rows that may be on another server.
    const records = await one(`test_records where tenant_id = $1 and state <> 'voided'`)
    return { records, wrong: await one('wrong_record_counts($1)') }
  })
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
