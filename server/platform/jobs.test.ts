import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/server/database.ts'
import { createPool } from './database.ts'
import { openJobs, type Jobs, type QueueName } from './jobs.ts'

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
  let [atOnce, most] = [0, 0]
  await new Promise<void>((resolve) => {
    void jobs.work('send-message', async ({ id }) => {
      most = Math.max(most, (atOnce += 1))
      await pool.query('select 1')
      atOnce -= 1
      if (done.add(id).size === 3) resolve()
    })
  })
  expect([...done].toSorted()).toEqual(['one', 'three', 'two'])
  expect(most).toBe(1)
})

it('looks at once for a job that was just committed, if told to', async () => {
  let done = 0
  await jobs.work('send-message', async () => {
    done += 1
  })
  while (done < 3) await pool.query('select 1')
  // It has looked once more and found nothing; time does not go on, so that it waits.
  for (let i = 0; i < 50; i += 1) await pool.query('select 1')
  await jobs.add((text, values) => pool.query(text, [...values]), 'send-message', { tenantId: 'any', id: 'four' })
  for (let i = 0; i < 50; i += 1) await pool.query('select 1')
  expect(done).toBe(3)
  jobs.look('send-text')
  for (let i = 0; i < 50; i += 1) await pool.query('select 1')
  expect(done).toBe(3)
  jobs.look('send-message')
  while (done < 4) await pool.query('select 1')
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

describe('a queue with turns', () => {
  // Jobs that are done would otherwise take longer than they may by the faked time.
  beforeEach(() => vi.useRealTimers())

  const add = (tenantId: string, id: string, queue: QueueName = 'run-import') =>
    jobs.add((text, values) => pool.query(text, [...values]), queue, { tenantId, id })
  /** Works until so many jobs are done, and returns them in their order. `act` happens within each. */
  async function worked(
    count: number,
    act: (id: string) => Promise<void> = () => Promise.resolve(),
    queue: QueueName = 'run-import',
  ) {
    const done: string[] = []
    await jobs.work(queue, async ({ tenantId, id }) => {
      await act(`${tenantId} ${id}`)
      done.push(`${tenantId} ${id}`)
    })
    await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
    return done.slice(0, count)
  }

  it('lets the first job of a tenant go before the second of another', async () => {
    for (const id of ['one', 'two', 'three']) await add('north', id)
    await add('south', 'one')
    expect(await worked(4)).toEqual(['north one', 'south one', 'north two', 'north three'])
  })

  it.each(['send-message', 'send-text', 'read-import'] as const)('is that of %s', async (queue) => {
    await pool.query('delete from jobs.job')
    for (const id of ['one', 'two', 'three']) await add('north', id, queue)
    await add('south', 'one', queue)
    expect(await worked(4, undefined, queue)).toEqual(['north one', 'south one', 'north two', 'north three'])
  })

  it('lets nobody wait for a tenant whose work goes on in one job after another', async () => {
    await add('north', 'long')
    for (const id of ['one', 'two']) await add('south', id)
    const goesOn = async (id: string) => (id === 'north long' ? add('north', 'long') : undefined)
    expect((await worked(5, goesOn)).filter((id) => id.startsWith('south'))).toEqual(['south one', 'south two'])
  })

  it('has each job once that waits, and once more for what comes up while it is done', async () => {
    for (const id of ['one', 'one', 'other', 'one']) await add('north', id)
    let isFirst = true
    const again = async () => {
      if (isFirst) for (const id of ['one', 'one']) await add('north', id)
      isFirst = false
    }
    expect(await worked(3, again)).toEqual(['north one', 'north other', 'north one'])
    const { rows } = await pool.query(`select from jobs.job where name = 'run-import' and state < 'active'`)
    expect(rows).toEqual([])
  })
})
