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
  /** Logged in as the owner of the tables. */
  owner: pg.Pool
  /** Ends the pools and removes the database. Fails after half a minute when the test has left a connection open. */
  drop(): Promise<void>
}

/** A migrated, empty database for one test file. Call `drop` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { ownerUrl: adminUrl, template } = inject('testDatabase')
  const name = `lateral_test_${randomUUID().replaceAll('-', '')}`
  // Its files are copied: by the write-ahead log, as is usual, takes longer than many a test.
  await runAsOwner(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`)
  const ownerUrl = withDatabase(adminUrl, name)
  const { serverUrl } = deriveRoleUrls(ownerUrl)
  const onError = (error: Error) => process.stderr.write(`Idle test connection: ${error.message}\n`)
  const pool = createPool({ url: serverUrl, size: 5, onError })
  const owner = new pg.Pool({ connectionString: ownerUrl })
  owner.on('connect', (client) => client.on('error', onError))
  owner.on('error', () => undefined)
  return {
    ownerUrl,
    serverUrl,
    pool,
    owner,
    async drop() {
      await Promise.all([pool.end(), owner.end()])
      // Not forced: the owner may not end the server's sessions, and PostgreSQL waits for them to go, for 5 s each time.
      for (let tries = 1; ; tries += 1) {
        const error: unknown = await runAsOwner(adminUrl, `DROP DATABASE ${name}`).catch((reason: unknown) => reason)
        if (error === undefined) return
        if (tries === 6 || !(error instanceof pg.DatabaseError && error.code === '55006')) throw error
      }
    },
  }
}
