import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateGroup } from '../../../contract/groups/endpoints.ts'
import { callEndpoint, callOf } from '../../../tests/walks/endpoint-calls.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { beginExport, busyExports, listen } from '../../../tests/server/export-reader.ts'
import { insertManyRecords, longNote } from '../../../tests/server/many-records.ts'
import { runEach } from '../../../tests/server/owner-connection.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp({ exportTimes: { checkEvery: 600_000, stalledAfter: 600_000 } })
  admin = await logInAs(test.app, test.ours, 'tenant')
  // Inserts more than the buffers between server and reader can hold.
  await insertManyRecords(test, test.ours, { count: 5_000, secondsApart: 1, note: longNote })
  await listen(test.app)
})
afterAll(() => test.close())

/** Begins a transaction that locks all our rows of a table. */
async function hold(holder: pg.ClientBase, table: string): Promise<void> {
  await holder.query('begin')
  await holder.query('select enter_tenant($1)', [test.ours.id])
  await holder.query(`select from ${table} where tenant_id = $1 for update`, [test.ours.id])
}

const longAgo = () => test.query(test.ours, `update sessions set last_seen_at = now() - interval '1 minute'`)

it('a request does not wait for a lock on its session', async () => {
  await longAgo()
  const holder = await test.database.owner.connect()
  try {
    await hold(holder, 'sessions')
    expect((await admin.get('/users/my-details')).statusCode).toBe(200)
    expect(await seen()).toBe(false)
    await holder.query('commit')
  } finally {
    holder.release()
  }
  expect((await admin.get('/users/my-details')).statusCode).toBe(200)
  // A reading request is answered before its commit.
  await expect.poll(seen).toBe(true)
})

it('a request that waits too long for a row fails without a change and may be repeated', async () => {
  const { groupId } = test.ours.places.home
  const { version } = (await admin.get(`/groups/${groupId}`)).json().data
  const holder = await test.database.owner.connect()
  try {
    await hold(holder, 'groups')
    const reply = await callEndpoint(admin, updateGroup, callOf(updateGroup, test.ours.places.home))
    expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'unavailable', '5'])
    await holder.query('commit')
  } finally {
    holder.release()
  }
  expect((await admin.get(`/groups/${groupId}`)).json().data.version).toBe(version)
})

it('a running export does not keep its session from being ended, even when it is due to be noted as in use', async () => {
  const reader = await logInAsSpare(test, test.ours, 'group')
  await longAgo()
  // With this trigger the session is always due to be noted as in use.
  await runEach(
    test.database.ownerUrl,
    `create function keep_last_seen() returns trigger language plpgsql as
       $$ begin new.last_seen_at := old.last_seen_at; return new; end $$`,
    'create trigger keep_last_seen before update on sessions for each row execute function keep_last_seen()',
  )
  const response = await beginExport(reader)
  // Until the buffers are full, each portion reads the session in a short transaction.
  const isFree = () =>
    test.query(test.ours, 'select id from sessions where tenant_id = $1 for update nowait', [test.ours.id]).then(
      () => true,
      () => false,
    )
  await expect.poll(isFree).toBe(true)
  response.destroy()
  await expect.poll(() => busyExports(test)).toBe(0)
  await runEach(test.database.ownerUrl, 'drop trigger keep_last_seen on sessions', 'drop function keep_last_seen()')
})

async function seen(): Promise<boolean> {
  const [row] = await test.query<{ seen: boolean }>(
    test.ours,
    `select bool_or(last_seen_at > now() - interval '30 seconds') as seen from sessions`,
  )
  return row?.seen === true
}
