import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Door } from '../../access/door/door.ts'
import type { Scope } from '../../access/scope.ts'
import { leftOutOnCitus } from '../../../tests/programs/citus.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { insertManyRecords } from '../../../tests/server/many-records.ts'
import { addSubject, merge, recordTestOf } from '../../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { foldDeltas } from './folding-repository.ts'
import { foldRecordCounts } from './folding-service.ts'

const isElsewhere = leftOutOnCitus('who waits for a lock is ended on its own server')
const isCountedByRow = leftOutOnCitus('each row is counted by itself there')

let test: TestApp
let tenant: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())
beforeEach(() => foldRecordCounts(test.door))

const record = () => recordTestOf(tenant, test.ours.places.home, test.ours.places.home.subjectId)

const number = async (text: string, of = test.ours): Promise<number> =>
  Number(Object.values((await test.query(of, text))[0] ?? {})[0])
const deltas = (of = test.ours) => number('select count(*) from record_deltas', of)
const wrong = (of = test.ours) => number('select count(*) from wrong_record_counts(current_tenant())', of)
const stored = () => number(`select count(*) from test_records where state <> 'voided'`)

/** The number of records according to the dashboard and to the list. */
async function shown(): Promise<[number, number]> {
  const [dashboard, list] = await Promise.all([tenant.get('/dashboard'), tenant.get('/test-records')])
  const counts: number[] = Object.values(dashboard.json().data.counts)
  return [sumOf(counts), list.json().page.total]
}

interface Trend {
  day: string
  counts: Record<string, number>
}

const sumOf = (counts: Record<string, number> | number[]) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

describe('folding', () => {
  it('leaves no deltas, and counts that agree with the records', async () => {
    await record()
    expect(await deltas()).toBe(1)
    await foldRecordCounts(test.door)
    expect([await deltas(), await wrong(), await deltas(test.theirs), await wrong(test.theirs)]).toEqual([0, 0, 0, 0])
  })

  it('neither loses nor doubles counts when five run at once while tests are recorded', async () => {
    await insertManyRecords(test, test.ours, { count: 300, secondsApart: 400 })
    const before = await stored()
    // Each record gets a delta of its own, so that all five have work.
    await test.query(test.ours, `update test_records set lot = 'LOT ' || right(id::text, 6) where test_id like '%-U%'`)
    const fold = async () => {
      for (let i = 0; i < 12; i += 1)
        await test.door.enterTenant(test.ours.id, 'test', (scope) => foldDeltas(scope, 20))
    }
    const recording = async () => {
      for (let i = 0; i < 10; i += 1) await record()
    }
    await Promise.all([fold(), fold(), fold(), fold(), fold(), recording()])
    expect([await shown(), await wrong()]).toEqual([[before + 10, before + 10], 0])
    await foldRecordCounts(test.door)
    expect([await shown(), await wrong(), await deltas()]).toEqual([[before + 10, before + 10], 0, 0])
  })

  it.skipIf(isElsewhere)('has no effect when it is killed in the middle', async () => {
    await record()
    await foldRecordCounts(test.door)
    await record()
    const before = await stored()
    const holder = await test.database.owner.connect()
    await holder.query('begin')
    await holder.query('select enter_tenant($1)', [test.ours.id])
    // The deltas have been taken by then, but not all counts were written.
    await holder.query('select from record_facets where tenant_id = $1 for update', [test.ours.id])
    const folding = foldRecordCounts(test.door).then(
      () => 'done',
      () => 'failed',
    )
    const pid = await blockedBy(holder)
    expect([await shown(), await deltas()]).toEqual([[before, before], 1])
    await asServer((client) => client.query('select pg_terminate_backend($1)', [pid]))
    expect(await folding).toBe('failed')
    await holder.query('rollback')
    holder.release()
    expect([await shown(), await deltas(), await wrong()]).toEqual([[before, before], 1, 0])
    await foldRecordCounts(test.door)
    expect([await shown(), await deltas(), await wrong()]).toEqual([[before, before], 0, 0])
  })

  it.skipIf(isElsewhere).each<[string, (scope: Scope) => Promise<unknown>]>([
    ['folding', (scope) => foldDeltas(scope, 1)],
    ['a repair', ({ db, tenant }) => sql`select repair_record_counts(${tenant.id})`.execute(db)],
  ])(
    'changes quarters before days, as a repair does, so that neither waits for the other for ever: %s',
    async (_, change) => {
      await record()
      await foldRecordCounts(test.door)
      await test.query(test.ours, 'update record_quarters set invalid = invalid + 1')
      await test.query(test.ours, 'update record_facets set invalid = invalid + 1')
      await record()
      const holder = await test.database.owner.connect()
      await holder.query('begin')
      await holder.query('select enter_tenant($1)', [test.ours.id])
      await holder.query('select from record_quarters where tenant_id = $1 for update', [test.ours.id])
      const changing = test.door.enterTenant(test.ours.id, 'test', change)
      await blockedBy(holder)
      const days = holder.query('select from record_facets where tenant_id = $1 for update nowait', [test.ours.id])
      const isFree = await days.then(({ rowCount }) => rowCount !== 0).catch(() => false)
      await holder.query('rollback')
      holder.release()
      await changing
      await test.query(test.ours, 'select repair_record_counts(current_tenant())')
      expect([isFree, await wrong()]).toEqual([true, 0])
    },
  )

  it('handles a whole week in batches, with right counts in between, and stops when told to', async () => {
    const week = { from: '2026-01-02T00:00:00.000Z', to: '2026-01-09T23:59:59.999Z' }
    await insertManyRecords(test, test.ours, { count: 20_000, secondsApart: 30 })
    // Makes all records different, so that each has a delta of its own.
    await test.query(test.ours, `update test_records set lot = 'LOT ' || right(test_id, 12) where test_id like '%-U%'`)
    const all = await deltas()
    expect(all).toBeGreaterThan(20_000)
    const days = await test.query<{ day: string; tests: number }>(
      test.ours,
      `select to_char(performed_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, count(*)::int as tests from test_records
       where state <> 'voided' and performed_at between $1 and $2 group by 1 order by 1`,
      [week.from, week.to],
    )
    const expectRight = async () => {
      const { data } = (await tenant.get('/dashboard/trend', { ...week, zone: 'Asia/Kolkata' })).json()
      expect(data.map(({ day, counts }: Trend) => ({ day, tests: sumOf(counts) }))).toEqual(days)
      expect(await shown()).toEqual(await Promise.all([stored(), stored()]))
    }
    await expectRight()
    const stopping = new AbortController()
    const door: Door = {
      ...test.door,
      enterTenant: async (...work) => {
        const done = await test.door.enterTenant(...work)
        stopping.abort()
        return done
      },
    }
    await foldRecordCounts(door, stopping.signal)
    const left = await deltas()
    expect(left).toBeLessThan(all)
    expect(left).toBeGreaterThan(0)
    await expectRight()
    const folding = foldRecordCounts(test.door)
    await Promise.all([folding, expectRight(), expectRight()])
    await expectRight()
    expect([await deltas(), await wrong()]).toEqual([0, 0])
  })

  it('continues with other tenants when one fails, and reports that', async () => {
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    await record()
    await recordTestOf(theirs, test.theirs.places.home, test.theirs.places.home.subjectId)
    await test.database.owner.query(
      `alter table record_quarters add constraint full_disk check (tenant_id <> '${test.ours.id}') not valid`,
    )
    await expect(foldRecordCounts(test.door)).rejects.toThrow(`It failed in 1 of 2 tenants, first in ${test.ours.id}`)
    await test.database.owner.query('alter table record_quarters drop constraint full_disk')
    expect([await deltas(), await wrong(), await deltas(test.theirs)]).toEqual([1, 0, 0])
  })
})

describe('a statement that changes many records', () => {
  it('leaves no delta when nothing that is counted changed', async () => {
    const { home } = test.ours.places
    const people = [await addSubject(tenant, home), await addSubject(tenant, home)] as const
    for (let i = 0; i < 3; i += 1) await recordTestOf(tenant, home, people[0])
    await foldRecordCounts(test.door)
    expect((await merge(tenant, { from: people[0], into: people[1] })).statusCode).toBe(200)
    await test.query(test.ours, `update test_records set note = 'Looked at', performed_at = performed_at`)
    expect([await deltas(), await wrong()]).toEqual([0, 0])
  })

  it.skipIf(isCountedByRow)(
    'leaves one delta for all equal changes, and none for changes that cancel out',
    async () => {
      // Two of each result, all of one moment.
      await insertManyRecords(test, test.ours, { count: 6, secondsApart: 0 })
      await foldRecordCounts(test.door)
      const change = (result: string) =>
        test.query(test.ours, `update test_records set result = ${result} where test_id like '%-U%' and lot is null`)
      await change(`case result when 'positive' then 'invalid' when 'invalid' then 'positive' else result end`)
      expect([await deltas(), await wrong()]).toEqual([0, 0])
      await change(`case result when 'negative' then 'inconclusive' else result end`)
      expect(
        await test.query(test.ours, 'select result, change::int as change from record_deltas order by change'),
      ).toEqual([
        { result: 'negative', change: -2 },
        { result: 'inconclusive', change: 2 },
      ])
      expect(await wrong()).toBe(0)
    },
  )
})

/** Finds the server process whose statement waits for a lock of this connection. */
async function blockedBy(holder: pg.PoolClient): Promise<number> {
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  let pid: number | undefined
  const find = async () => {
    const { rows } = await test.database.owner.query<{ pid: number }>(
      'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) limit 1',
      [own[0]?.pid],
    )
    pid = rows[0]?.pid
    return pid
  }
  await expect.poll(find).toBeDefined()
  return pid ?? 0
}

async function asServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: test.database.serverUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
