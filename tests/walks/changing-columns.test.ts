import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { openDoor, type Door } from '../../server/access/door/door.ts'
import { keepHeads, sealAudit } from '../../server/audit/service.ts'
import { verifyAudit } from '../../server/audit/verification-service.ts'
import { createPool } from '../../server/platform/database.ts'
import type { Jobs } from '../../server/platform/jobs.ts'
import { foldRecordCounts } from '../../server/test-records/counting/folding-service.ts'
import { logInAs, visit, type Client } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import { startOperator } from '../server/operators.ts'
import { endsItsCaller, logInAsSpare } from '../server/spare-user.ts'
import { startSwappingPooler } from '../programs/swapping-pooler.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { isOfOperators } from './walk-scope.ts'
import { removeEnded } from '../../server/upkeep/service.ts'

let test: TestApp
let admin: Client
let operator: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  operator = (await startOperator(test, 'Ada Operator', null)).client
})
afterAll(() => test.close())

const asOwner = (text: string) => test.database.owner.query(text)

it('adding or dropping a column under running processes breaks no request', async () => {
  expect(await failuresOf()).toEqual([])
  const tables = await test.query<{ name: string }>(
    test.ours,
    // Earlier versions of PostgreSQL refuse to change a table whose row type a function uses.
    `select oid::regclass::text as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
       and (current_setting('server_version_num')::int >= 180000
         or not exists (select from pg_proc f where c.reltype = any(f.proargtypes)))`,
  )
  for (const change of [`add column new_column text default 'new'`, 'drop column new_column']) {
    for (const { name } of tables) await asOwner(`alter table ${name} ${change}`)
    expect(await failuresOf()).toEqual([])
  }
}, 240_000)

it('changing a column’s type breaks no request on any connection, and each write happens once', async () => {
  const { groupId } = test.ours.places.home
  const group = () => admin.get(`/groups/${groupId}`)
  const all = () => Promise.all(Array.from({ length: 12 }, group))
  const { version } = (await group()).json().data
  await all()
  for (const type of ['varchar(255)', 'text']) {
    await asOwner(`alter table groups alter column lab_name type ${type}`)
    expect((await all()).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200))
  }
  await asOwner('alter table groups alter column lab_name type varchar(255)')
  await asOwner('alter table groups alter column lab_name type text')
  const call = callOf(endpointOf('updateGroup'), test.ours.places.home)
  const body = { ...(call.body as object), labName: 'Harbour Laboratory' }
  const changed = await callEndpoint(admin, endpointOf('updateGroup'), { ...call, body })
  expect(changed.statusCode, changed.body).toBe(200)
  expect((await group()).json().data.version).toBe(version + 1)
})

it('behind a pooler that changes connections, no value appears under another column’s name', async () => {
  await asOwner('create table swapped (tenant_id uuid, ann text, ben text)')
  await asOwner(`insert into swapped values ('${test.ours.id}', '7', 'Ben')`)
  await asOwner(`grant select on swapped to public`)
  const pooler = await startSwappingPooler(test.database.serverUrl)
  const pool = createPool({ url: pooler.url, size: 1, onError: () => undefined })
  // The work adds no jobs.
  const door = openDoor(pool, {} as Jobs)
  const whole = () => read(door, 'select * from swapped where tenant_id = $1')
  const ann = () => read(door, 'select ann from swapped where tenant_id = $1')
  try {
    for (let time = 0; time < 3; time += 1) {
      expect(await whole()).toEqual({ tenant_id: test.ours.id, ann: '7', ben: 'Ben' })
      expect(await ann()).toEqual({ ann: '7' })
    }
    await asOwner('alter table swapped drop column ann, add column ann int default 7')
    await pooler.swap()
    expect(await whole()).toEqual({ tenant_id: test.ours.id, ben: 'Ben', ann: 7 })
    expect(await ann()).toEqual({ ann: 7 })
    await asOwner('alter table swapped drop column ben, add column cleo text')
    await pooler.swap()
    expect(await whole()).toEqual({ tenant_id: test.ours.id, ann: 7, cleo: null })
  } finally {
    await pool.end()
    await pooler.close()
    await asOwner('drop table swapped')
  }
})

function endpointOf(wanted: string): Endpoint {
  const found = endpoints.find(({ name }) => name === wanted)
  if (found === undefined) throw new Error(`There is no endpoint ${wanted}`)
  return found
}

/** Reads the only row of a prepared statement about the tenant, in a transaction of the door. */
function read(door: Door, text: string): Promise<unknown> {
  const asked = { host: test.ours.host, sessionTokenHash: null, acceptLanguage: undefined, requestId: 'walk' }
  return door.enter(asked, async (_scope, client) => {
    const { rows } = await client.query({ name: text, text, values: [test.ours.id] })
    return rows[0]
  })
}

/** Calls every endpoint and runs every round, and returns the endpoints that failed. */
async function failuresOf(): Promise<[string, number][]> {
  const failed: [string, number][] = []
  for (const endpoint of endpoints) {
    const { name } = endpoint
    const isEntrance = name === 'setPassword' || name === 'redeemInvite' || name === 'login'
    let client = isOfOperators(endpoint) ? operator : admin
    if (isEntrance) client = await visit(test.app, test.ours)
    else if (endsItsCaller.has(name)) client = await logInAsSpare(test, test.ours, 'tenant')
    const { statusCode } = await callEndpoint(client, endpoint, callOf(endpoint, test.ours.places.home))
    if (statusCode >= 500) failed.push([name, statusCode])
  }
  const log = { error: () => undefined, info: () => undefined }
  await foldRecordCounts(test.door)
  await sealAudit(test.door)
  await verifyAudit(test.door, log)
  await keepHeads(test.door, { log, place: undefined })
  await removeEnded(test.door)
  return failed
}
