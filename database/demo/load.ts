import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hash } from '@node-rs/argon2'
import { Client } from 'pg'
import { demoPassword } from './accounts.ts'
import { cascade } from './cascade.ts'
import { checkDemoTenant } from './check.ts'
import { buildDemoTenant, buildOperator, type DemoTenant } from './demo-tenant.ts'
import { harbour } from './harbour.ts'
import { insertDemoTenant } from './insert.ts'
import { meadow } from './meadow.ts'
import { operator } from './operator.ts'

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
export async function loadDemoWhenEmpty({ ownerUrl, filesDir, report, now = new Date() }: DemoOptions): Promise<boolean> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('lateral demo data', 0))`)
    if (!(await isEmpty(client))) return false
    report('Making demo data: three tenants of 4,000 test records each')
    for (const demo of await buildDemo(now)) {
      checkDemoTenant(demo)
      await writePhotos(filesDir, demo)
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

/** Every demo tenant. One hash serves all accounts: they share their password, and a hash is slow on purpose. */
export async function buildDemo(now: Date): Promise<DemoTenant[]> {
  const passwordHash = await hash(demoPassword, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 })
  // At once: while the photos of one are drawn by other threads, the next one's records are made.
  return Promise.all([
    buildDemoTenant(harbour, true, now, passwordHash),
    buildDemoTenant(cascade, false, now, passwordHash),
    buildDemoTenant(meadow, false, now, passwordHash),
    buildOperator(operator, now, passwordHash),
  ])
}

/** Asked of the addresses, because row-level security shows no tenant to anybody who has not entered one. */
async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query('select 1 from tenant_addresses limit 1')
  return rows.length === 0
}

async function writePhotos(filesDir: string, { tenant, photos }: DemoTenant): Promise<void> {
  const folder = path.join(filesDir, 'device-images', tenant.id)
  await mkdir(folder, { recursive: true })
  for (const { row, webp } of photos) await writeFile(path.join(folder, `${row.id}.webp`), webp)
}
