import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../platform/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/server/database.ts'
import { boundKysely } from './bound-kysely.ts'
import { Transaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('however many texts there were, the newest are prepared, and a connection with too many is replaced', async () => {
  const pool = createPool({ url: database.serverUrl, size: 1, onError: () => undefined })
  /** Sends texts that nobody has sent before, and returns the process that answered and how many it has prepared. */
  const send = async (from: number, to: number) => {
    const client = await pool.connect()
    await client.query('begin')
    const transaction = new Transaction(client)
    const db = boundKysely(transaction, '01900000-0000-7000-8000-000000000000')
    for (let n = from; n < to; n++) await sql`select 1 as ${sql.ref(`text_${n}`)}`.execute(db)
    const { rows } = await client.query<{ process: number; prepared: number }>(
      'select pg_backend_pid() as process, count(*)::int as prepared from pg_prepared_statements',
    )
    transaction.release()
    await transaction.end()
    return rows[0]
  }
  const first = await send(0, 900)
  expect(first?.prepared).toBe(900)
  const second = await send(900, 1100)
  expect(second).toEqual({ process: first?.process, prepared: 1100 })
  const third = await send(0, 10)
  expect(third?.process).not.toBe(first?.process)
  expect(third?.prepared).toBe(10)
  await pool.end()
})
