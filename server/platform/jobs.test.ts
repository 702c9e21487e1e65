import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createPool } from './database.ts'
import { openJobs, type Jobs } from './jobs.ts'

let database: TestDatabase
let pool: pg.Pool
let jobs: Jobs

/** Timers are faked, so that waiting jobs wait until a test advances the time. */
beforeEach(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.serverUrl, size: 2, onError: () => undefined, pipeline: false })
  jobs = await openJobs(pool, () => undefined)
  for (const id of ['one', 'two', 'three']) {
    await jobs.add((text, values) => pool.query(text, [...values]), 'send-message', { tenantId: 'any', id })
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await jobs.stop()
  await pool.end()
  await database.drop()
})

it('works through waiting jobs one after the other without a pause', async () => {
  const done = new Set<string>()
  await new Promise<void>((resolve) => {
    void jobs.work('send-message', async ({ id }) => {
      if (done.add(id).size === 3) resolve()
    })
  })
  expect([...done].toSorted()).toEqual(['one', 'three', 'two'])
})

it('pauses after a failed job', async () => {
  let tries = 0
  const hasTried = Promise.withResolvers<void>()
  await jobs.work('send-message', async () => {
    tries += 1
    hasTried.resolve()
    throw new Error('away')
  })
  await hasTried.promise
  // Another poll of the queue would have happened by now.
  for (let i = 0; i < 50; i += 1) await pool.query('select 1')
  expect(tries).toBe(1)
  while (tries < 2) {
    vi.advanceTimersByTime(100)
    await pool.query('select 1')
  }
})
