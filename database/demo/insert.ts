import type { Client } from 'pg'
import { tablesOf, type DemoTenant } from './demo-tenant.ts'

/**
 * Writes a tenant inside the running transaction, one statement per table. Enters the tenant first, because row-level
 * security also binds the owner of the tables.
 */
export async function insertDemoTenant(client: Client, demo: DemoTenant): Promise<void> {
  await client.query('select enter_tenant($1)', [demo.tenant.id])
  for (const [table, rows] of tablesOf(demo)) await insert(client, table, rows)
  await client.query('update tenants set assay_id = $2 where id = $1', [demo.tenant.id, demo.assays[0]?.row.id])
}

/** Inserts rows whose keys are the table's columns. Columns without a key get their defaults. */
async function insert(client: Client, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
    .map((column) => client.escapeIdentifier(column))
    .join(', ')
  const target = client.escapeIdentifier(table)
  await client.query(
    `insert into ${target} (${columns}) select ${columns} from jsonb_populate_recordset(null::${target}, $1)`,
    [JSON.stringify(rows)],
  )
}
