import type { Client } from 'pg'
import { openConnection } from '../../server/platform/database.ts'

export interface DemoOptions {
  /** Connects as the owner of the tables to a migrated database. */
  ownerUrl: string
  /** The folder in which the server keeps files; photos go to `device-images/<tenant>/<id>.webp` below it. */
  filesDir: string
  /** Called with each line of progress. */
  report: (line: string) => void
  /** The records lie before this time, which defaults to the present. */
  now?: Date
}

/**
 * Loads the demo tenants into a database that has no tenant, all or nothing, in a few seconds. Returns whether it did.
 * Two processes that try at once load them once. Not for production, because everybody knows the password of the
 * accounts.
 */
export async function loadDemoWhenEmpty({
  ownerUrl,
  filesDir,
  report,
  now = new Date(),
}: DemoOptions): Promise<boolean> {
  const client = await openConnection(ownerUrl, 'lateral demo')
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('lateral demo data', 0))`)
    if (!(await isEmpty(client))) return false
    report('Making demo data: three tenants of 4,000 test records each')
    // Imported only here, so that a start with data does not load the generator.
    const [{ buildDemo }, { checkDemoTenant }, { insertDemoTenant }, { storePhotos }] = await Promise.all([
      import('./all-tenants.ts'),
      import('./check.ts'),
      import('./insert.ts'),
      import('./photos.ts'),
    ])
    for (const demo of await buildDemo(now)) {
      checkDemoTenant(demo)
      await storePhotos(filesDir, demo.photos)
      await insertDemoTenant(client, demo)
      report(`Loaded ${demo.tenant.name}`)
    }
    await client.query('commit')
    await client.query('analyze')
    return true
  } finally {
    await client.end()
  }
}

/** Reads the addresses, because row-level security hides all tenants from a connection that has not entered one. */
async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query('select 1 from tenant_addresses limit 1')
  return rows.length === 0
}
