import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { TenantSlug } from './demo.ts'

/**
 * Changes a tenant's rows in the database of the journeys' server, for changes that no screen or endpoint makes, such
 * as the passing of time. `dataDir` belongs to that server.
 */
export async function changeRows(
  dataDir: string,
  tenant: TenantSlug,
  statement: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const client = new Client({ connectionString: await ownerUrl(dataDir) })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = $1`, [
      tenant,
    ])
    const { rowCount } = await client.query(statement, [...values])
    if (rowCount !== 1) throw new Error(`${rowCount} rows of ${tenant} were changed`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Connects like the server itself, which finds its embedded database as docs/running.md says. */
async function ownerUrl(dataDir: string): Promise<string> {
  const read = (name: string) => readFile(path.join(dataDir, 'postgres', name), 'utf8')
  const [password, described] = await Promise.all([read('owner-password'), read('cluster/postmaster.pid')])
  // The fourth line of PostgreSQL's own file is its port.
  const port = described.split('\n')[3]?.trim()
  return `postgres://lateral_owner:${password.trim()}@127.0.0.1:${port}/lateral`
}
