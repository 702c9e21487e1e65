import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { insertTenant, type TestTenant } from './tenants.ts'

/** A data folder with a migrated database and one tenant, for separate server processes. */
export interface Installation {
  dataDir: string
  /** The tenant answers at any host, because the tests use an address. */
  tenant: TestTenant
  /** Removes the folder. Must be called when no server process is left. */
  remove(): Promise<void>
}

export async function createInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lateral-installation-'))
  const database = await startEmbeddedPostgres({ dataDir, report: () => undefined })
  await migrate({ ownerUrl: database.ownerUrl, report: () => undefined })
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query('begin')
  const tenant = await insertTenant(client, { slug: 'ours', marker: 'Oursides', idPrefix: 'SAME', space: 16 })
  await client.query(`insert into tenant_addresses values ('default', '', $1)`, [tenant.id])
  await client.query('commit')
  await client.end()
  await database.stop()
  return {
    dataDir,
    tenant,
    async remove() {
      // Joins a database that is left running, so that nothing outlives the test.
      const left = await startEmbeddedPostgres({ dataDir, report: () => undefined })
      await left.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
