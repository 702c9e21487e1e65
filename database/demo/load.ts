import type { Client } from 'pg'
import { openConnection } from '../../server/platform/database.ts'

export interface DemoOptions {
  /** Of a migrated database, as the owner of its tables. */
  ownerUrl: string
  /** Where the server keeps files; photos go to `device-images/<tenant>/<id>.webp` below it. */
  filesDir: string
  /** Told what goes on, one line at a time. */
  report: (line: string) => void
  /** What the records count back from; the present time unless a test says otherwise. */
  now?: Date
}

/**
 * Loads the demo tenants into a database that has no tenant, all or nothing, in a few seconds. Answers whether it did.
 * Two processes that try at once load them once. Not for production: the accounts' password is known to everybody.
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
    // Only now: a start with data has no need of all that makes it.
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

/** Asked of the addresses, because row-level security shows no tenant to anybody who has not entered one. */
async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query('select 1 from tenant_addresses limit 1')
  return rows.length === 0
}
