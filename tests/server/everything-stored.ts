import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { asOwnerIn } from './rows.ts'
import type { TestDatabase } from './database.ts'
import type { TestTenant } from './tenants.ts'

/**
 * Returns everything stored of a tenant as one lower-case text: each row of each table in each schema, the job queue's
 * included, and the names and bytes of the files.
 */
export async function everythingStored(
  test: { database: Pick<TestDatabase, 'owner'>; dataDir: string },
  tenant: TestTenant,
): Promise<string> {
  const rows = await asOwnerIn(test.database.owner, tenant.id, async (owner) => {
    const tables = await owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
    )
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const found = await owner.query<{ row: string }>(`select t::text as row from ${name} as t`)
      texts.push(...found.rows.map(({ row }) => `${name} ${row}`))
    }
    return texts
  })
  return [...rows, ...(await filesIn(test.dataDir))].join('\n').toLowerCase()
}

async function filesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name)
      return `${file} ${await readFile(file, 'latin1')}`
    }),
  )
}
