import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '../../server/platform/database.ts'
import { deriveRoleUrls } from '../../server/platform/roles.ts'
import { citusUrl, emptyCitus, isOnCitus } from '../programs/citus.ts'
import { runAsOwner, throughPooler, withDatabase } from './owner-connection.ts'

export type TestDatabase = {
  ownerUrl: string
  serverUrl: string
  /** Connects as the server, too, but through the pooler if there is one. */
  poolUrl: string
  /** Connects as the server's role in pipeline mode, as in production. */
  pool: pg.Pool
  /** Connects as the owner of the tables. */
  owner: pg.Pool
  /** Ends the pools and drops the database. Fails after half a minute when the test has left a connection open. */
  drop(): Promise<void>
}

/** True while a test of this file has the database of the cluster: another one would empty it under the first. */
let citusIsTaken = false

/**
 * Makes a migrated, empty database for one test file. Call `drop` in `afterAll`. With `TEST_ON_CITUS` it is that of
 * `CITUS_URL`, which all files share, one after the other. A second one beside it is on the usual PostgreSQL.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (isOnCitus && !citusIsTaken) {
    citusIsTaken = true
    return await openCitusDatabase(citusUrl ?? '', () => void (citusIsTaken = false))
  }
  return copyDatabase(inject('testDatabase').template)
}

/** Makes a copy of another database of the tests' server, to which nothing is connected, and opens it. */
export async function copyDatabase(template: string): Promise<TestDatabase> {
  const { ownerUrl: adminUrl, poolerUrl } = inject('testDatabase')
  const name = `lateral_test_${randomUUID().replaceAll('-', '')}`
  // Copying the files is faster than the default copy through the write-ahead log, which takes longer than many tests.
  await runAsOwner(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`)
  const ownerUrl = withDatabase(adminUrl, name)
  const poolUrl = throughPooler(deriveRoleUrls(ownerUrl).serverUrl, poolerUrl)
  const drop = async () => {
    // Not forced, because the owner may not end the server's sessions. PostgreSQL waits up to 5 s for them each time.
    for (let tries = 1; ; tries += 1) {
      const error: unknown = await runAsOwner(adminUrl, `DROP DATABASE ${name}`).catch((reason: unknown) => reason)
      if (error === undefined) return
      if (tries === 6 || !(error instanceof pg.DatabaseError && error.code === '55006')) throw error
    }
  }
  return openTestDatabase({ ownerUrl, poolUrl, drop })
}

/** Empties the database of a Citus cluster and opens it. */
export async function openCitusDatabase(ownerUrl: string, giveBack = () => undefined): Promise<TestDatabase> {
  await emptyCitus(ownerUrl)
  return openTestDatabase({ ownerUrl, poolUrl: deriveRoleUrls(ownerUrl).serverUrl, drop: async () => giveBack() })
}

/** Opens the pools of a migrated database. `drop` is called once they have ended. */
export function openTestDatabase({
  ownerUrl,
  poolUrl,
  drop,
}: Pick<TestDatabase, 'ownerUrl' | 'poolUrl' | 'drop'>): TestDatabase {
  const { serverUrl } = deriveRoleUrls(ownerUrl)
  const onError = (error: Error) => process.stderr.write(`Idle test connection: ${error.message}\n`)
  const pool = createPool({ name: 'requests', url: poolUrl, size: 5, onError })
  const owner = new pg.Pool({ connectionString: ownerUrl })
  owner.on('connect', (client) => client.on('error', onError))
  owner.on('error', () => undefined)
  return {
    ownerUrl,
    serverUrl,
    poolUrl,
    pool,
    owner,
    async drop() {
      await Promise.all([pool.end(), owner.end()])
      await drop()
    },
  }
}
