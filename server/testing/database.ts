import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '../platform/database.ts'
import { deriveRoleUrls } from '../platform/roles.ts'
import { runAsOwner, withDatabase } from './owner-connection.ts'

export type TestDatabase = {
  ownerUrl: string
  serverUrl: string
  /** Logged in as the server's role, in pipeline mode, as in production. */
  pool: pg.Pool
  /** Ends the pool and removes the database. Fails after 5 s when the test has left a connection open. */
  drop(): Promise<void>
}

/** A migrated, empty database for one test file. Call `drop` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { ownerUrl: adminUrl, template } = inject('testDatabase')
  const name = `lateral_test_${randomUUID().replaceAll('-', '')}`
  await runAsOwner(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(template)}`)
  const ownerUrl = withDatabase(adminUrl, name)
  const { serverUrl } = deriveRoleUrls(ownerUrl)
  const pool = createPool({
    url: serverUrl,
    size: 5,
    onError: (error) => process.stderr.write(`Idle test connection: ${error.message}\n`),
  })
  return {
    ownerUrl,
    serverUrl,
    pool,
    async drop() {
      await pool.end()
      // Not forced: the owner may not end the server's sessions, and PostgreSQL waits for them to go.
      await runAsOwner(adminUrl, `DROP DATABASE ${name}`)
    },
  }
}
