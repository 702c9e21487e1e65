import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/server/database.ts'
import { isDatabaseAway } from './database-away.ts'
import { createPool, openConnection } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

test('reads counts as numbers, dates as plain days and times as instants', async () => {
  const { rows } = await database.pool.query(
    `SELECT 9007199254740991::bigint AS n, '1999-02-03'::date AS day, '2026-01-02T03:04:05Z'::timestamptz AS moment`,
  )
  expect(rows).toEqual([{ n: 9007199254740991, day: '1999-02-03', moment: new Date('2026-01-02T03:04:05Z') }])
})

test('refuses a bigint that a number cannot hold instead of rounding it', async () => {
  await expect(database.pool.query('SELECT 9007199254740993::bigint AS n')).rejects.toThrow('safe integer')
})

test('a failed statement in a pipelined transaction fails the later ones, and the commit rolls back', async () => {
  const client = await database.pool.connect()
  try {
    const [begin, failed, behind, commit] = await Promise.allSettled([
      client.query('BEGIN'),
      client.query('SELECT 1 / 0'),
      client.query('SELECT 1'),
      client.query('COMMIT'),
    ])
    expect(begin).toMatchObject({ status: 'fulfilled' })
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(behind).toMatchObject({ status: 'rejected', reason: { code: '25P02' } })
    expect(commit).toMatchObject({ status: 'fulfilled', value: { command: 'ROLLBACK' } })
    expect((await client.query('SELECT 1 AS alive')).rows).toEqual([{ alive: 1 }])
  } finally {
    client.release()
  }
})

test('a request cannot hold a statement or a transaction for long, and an export may ask for longer', async () => {
  const client = await database.pool.connect()
  try {
    const limits = () =>
      client.query(
        `SELECT current_setting('statement_timeout') AS statement,
           current_setting('idle_in_transaction_session_timeout') AS idle`,
      )
    expect((await limits()).rows).toEqual([{ statement: '30s', idle: '1min' }])
    await client.query(`BEGIN; SELECT set_config('statement_timeout', '10min', true)`)
    expect((await limits()).rows).toEqual([{ statement: '10min', idle: '1min' }])
    await client.query('COMMIT')
    expect((await limits()).rows).toEqual([{ statement: '30s', idle: '1min' }])
  } finally {
    client.release()
  }
})

test('a pool can be made without pipelining', async () => {
  const pool = createPool({ url: database.serverUrl, size: 1, onError: () => undefined, pipeline: false })
  const client = await pool.connect()
  expect(client.pipeline).toBe(false)
  client.release()
  await pool.end()
})

test.each([true, false])(
  'a connection that is ended while in use only fails its own queries (pipelined: %s)',
  async (pipeline) => {
    const broken: string[] = []
    const onError = (error: Error): void => void broken.push(error.message)
    const pool = createPool({ url: database.serverUrl, size: 1, onError, pipeline })
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await database.pool.query('SELECT pg_terminate_backend($1::int)', [rows[0]?.pid])
    await expect.poll(() => broken.length).toBeGreaterThan(0)
    const refused: unknown = await client.query('SELECT 1').catch((error: unknown) => error)
    expect(isDatabaseAway(refused)).toBe(true)
    client.release(true)
    expect((await pool.query('SELECT 1 AS alive')).rows).toEqual([{ alive: 1 }])
    await pool.end()
  },
)

test('a separate connection that is ended only fails its own queries', async () => {
  const client = await openConnection(database.serverUrl, 'test')
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await database.pool.query('SELECT pg_terminate_backend($1::int)', [rows[0]?.pid])
  await ended
  const refused: unknown = await client.query('SELECT 1').catch((error: unknown) => error)
  expect(isDatabaseAway(refused)).toBe(true)
  await client.end()
})
