import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Door } from '../access/door/door.ts'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { logInAs } from '../../tests/server/client.ts'
import { asOwnerIn, madeEarlier } from '../../tests/server/rows.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { openKeptLines } from '../platform/kept-lines.ts'
import { keepHeads, sealAudit } from './service.ts'

const isLeftOut = leftOutOnCitus('the foreign key that hides a missing tenant is cut there')

let test: TestApp
let door: Door

beforeAll(async () => {
  test = await startTestApp()
  door = test.door
})
beforeEach(async () => {
  for (const tenant of [test.ours, test.theirs]) {
    await test.query(tenant, 'delete from audit_events')
    await test.query(tenant, `update tenants set status = 'active'`)
  }
  await logInAs(test.app, test.ours, 'tenant')
  await logInAs(test.app, test.ours, 'clinical')
  await logInAs(test.app, test.ours, 'group')
  await logInAs(test.app, test.theirs, 'tenant')
})
afterAll(() => test.close())

/** Runs the command as an administrator would. */
async function verify(...args: string[]): Promise<{ code: number; text: string }> {
  return await verifyWith({}, ...args)
}

async function verifyWith(settings: object, ...args: string[]): Promise<{ code: number; text: string }> {
  const command = ['scripts/commands/lateral.ts', 'verify-audit', ...args]
  const env = { ...process.env, DATABASE_URL: test.database.ownerUrl, ...settings }
  return promisify(execFile)(process.execPath, command, { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  )
}

it('seals the events of each tenant in a chain of its own, which the command finds unbroken', async () => {
  expect((await verify()).text).toContain('ours: nothing to verify, 0 events sealed, 3 not sealed yet')
  await sealAudit(door)
  const { code, text } = await verify()
  expect(text).toContain('ours: unbroken, 3 events sealed, 0 not sealed yet')
  expect(text).toContain('theirs: unbroken, 1 events sealed, 0 not sealed yet')
  expect(code).toBe(0)
})

it('leaves neither gaps nor duplicates when several processes seal at once, and continues where it stopped', async () => {
  const seal = () => Promise.all(Array.from({ length: 5 }, () => sealAudit(door)))
  await seal()
  await logInAs(test.app, test.ours, 'patient')
  await seal()
  await sealAudit(door)
  const events = await test.query<{ position: string }>(
    test.ours,
    'select position from audit_events order by position',
  )
  expect(events.map(({ position }) => Number(position))).toEqual([1, 2, 3, 4])
  expect((await verify()).code).toBe(0)
})

it('visits only tenants with something to seal, suspended ones too', async () => {
  await test.query(test.theirs, `update tenants set status = 'suspended'`)
  expect((await door.tenantsToSeal()).toSorted()).toEqual([test.ours.id, test.theirs.id].toSorted())
  await sealAudit(door)
  expect(await door.tenantsToSeal()).toEqual([])
  await logInAs(test.app, test.ours, 'patient')
  expect(await door.tenantsToSeal()).toEqual([test.ours.id])
})

it.each([
  ['an event that was changed', `update audit_events set action = 'nothing' where position = 2`, 2],
  ['details that were added', `update audit_events set details = '{}' where position = 1`, 1],
  [
    'an event that was moved in time',
    `update audit_events set ${madeEarlier('occurred_at', "interval '1 microsecond'")} where position = 2`,
    2,
  ],
  ['an event that was removed', 'delete from audit_events where position = 2', 3],
  ['the first event removed', 'delete from audit_events where position = 1', 2],
  [
    'an event put in with a hash of its own',
    `insert into audit_events (tenant_id, id, action, position, hash)
     select tenant_id, gen_random_uuid(), 'session.login', 5, sha256('made up') from audit_events where position = 4`,
    5,
  ],
  [
    'two events that changed actors',
    `update audit_events e set actor_id = o.actor_id from audit_events o
     where o.tenant_id = e.tenant_id and e.position > 2 and o.position = 7 - e.position`,
    3,
  ],
])('detects %s', async (_, change, place) => {
  await logInAs(test.app, test.ours, 'provider')
  await sealAudit(door)
  await test.query(test.ours, change)
  const { code, text } = await verify()
  expect(text).toContain(`ours: BROKEN at event ${place}`)
  expect(text).toContain('theirs: unbroken')
  expect(code).toBe(1)
})

it('detects a chain that was cut or rewritten by comparing it with a hash kept elsewhere', async () => {
  await sealAudit(door)
  const [head = ''] = /ours:3:[0-9a-f]{64}/.exec((await verify()).text) ?? []
  expect((await verify('--head', head)).code).toBe(0)
  await logInAs(test.app, test.ours, 'patient')
  await sealAudit(door)
  expect((await verify('--head', head)).code).toBe(0)

  await test.query(test.ours, 'delete from audit_events where position > 2')
  expect((await verify()).code).toBe(0)
  const cut = await verify('--head', head)
  expect(cut.text).toContain('ours: BROKEN: event 3 is not the one that was kept')
  expect(cut.code).toBe(1)
  expect((await verify('--head', 'nonsense')).code).toBe(2)
})

it('detects a chain whose end was cut or rewritten by comparing it with the heads that the server kept', async () => {
  const folder = path.join(test.dataDir, 'heads')
  const place = openKeptLines({ folder, prefix: '', s3: undefined })
  const logged: unknown[] = []
  const keeping = { place, log: { info: (what: object) => void logged.push(what) } }
  await keepHeads(door, keeping)
  expect(await place.read()).toEqual([])
  await sealAudit(door)
  await keepHeads(door, keeping)
  await logInAs(test.app, test.ours, 'patient')
  await sealAudit(door)
  await keepHeads(door, keeping)
  const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(logged).toContainEqual({ auditHead: { slug: 'ours', position: 4, hash } })
  expect((await place.read()).filter((line) => line.startsWith('ours:'))).toHaveLength(2)

  const sound = await verifyWith({ AUDIT_HEADS: folder })
  expect(sound.text).toContain('Compared with 4 hashes')
  expect(sound.code).toBe(0)

  await test.query(test.ours, 'delete from audit_events where position > 3')
  expect((await verify()).code).toBe(0)
  const cut = await verifyWith({ AUDIT_HEADS: folder })
  expect(cut.text).toContain('ours: BROKEN: event 4 is not the one that was kept')
  expect(cut.code).toBe(1)
  // A new event in the place of a removed one does not hide the damage.
  await logInAs(test.app, test.ours, 'provider')
  await sealAudit(door)
  expect((await verifyWith({ AUDIT_HEADS: folder })).text).toContain('ours: BROKEN: event 4')
})

it('reports old events that were never sealed', async () => {
  await sealAudit(door)
  const add = (age: string) =>
    test.query(
      test.ours,
      `insert into audit_events (tenant_id, id, action, occurred_at)
       values (current_tenant(), gen_random_uuid(), 'session.login', now() - $1::interval)`,
      [age],
    )
  await add('59 minutes')
  expect((await verify()).code).toBe(0)
  await add('61 minutes')
  const { code, text } = await verify()
  expect(text).toContain('ours: NOT SEALED: events older than an hour: 1.')
  expect(text).not.toContain('theirs: NOT SEALED')
  expect(code).toBe(1)
})

it('seals in each tenant if nobody can say which are due, and says so', async () => {
  await logInAs(test.app, test.ours, 'patient')
  const unasked: Door = { ...door, tenantsToSeal: () => Promise.reject(new Error('A server is away')) }
  await expect(sealAudit(unasked)).rejects.toThrow('every tenant was visited')
  expect(await door.tenantsToSeal()).toEqual([])
})

it.each(['seal_audit_events', 'verify_audit_events'])('%s fails where the tenant cannot be seen', async (name) => {
  const nowhere = asOwnerIn(test.database.owner, randomUUID(), (owner) => owner.query(`select ${name}(10)`))
  await expect(nowhere).rejects.toThrow('nothing of it can be seen')
})

describe('a command that goes over all tenants', () => {
  const change = (text: string) => test.database.owner.query(text)

  it('never says unbroken of a tenant that it cannot see, and fails', async () => {
    await sealAudit(door)
    const { rows } = await test.database.owner.query<{ text: string }>(
      `select pg_get_functiondef('enter_tenant'::regproc) as text`,
    )
    await change(
      'create or replace function enter_tenant(tenant uuid) returns void language plpgsql as $$ begin end $$',
    )
    const { code, text } = await verify()
    await change(rows[0]?.text ?? '')
    expect(text).toContain('ours: NOT VERIFIED: The tenant was entered, but nothing of it can be seen')
    expect(text).toContain('NOTHING was verified')
    expect(text).not.toContain('unbroken')
    expect(code).toBe(1)
  })

  it.skipIf(isLeftOut)('goes on when one tenant fails, and fails at the end', async () => {
    await sealAudit(door)
    // No foreign key would allow a tenant without rows.
    await change(`alter table tenant_addresses drop constraint tenant_addresses_tenant_id_fkey;
      insert into tenant_addresses values ('slug', 'gone', gen_random_uuid())`)
    const { code, text } = await verify()
    await change(`delete from tenant_addresses where address = 'gone';
      alter table tenant_addresses add foreign key (tenant_id) references tenants (id) on delete cascade not valid`)
    expect(text).toContain('gone: NOT VERIFIED')
    expect(text).toContain('theirs: unbroken, 1 events sealed')
    expect(code).toBe(1)
  })

  it('fails if it was led to fewer tenants than there are', async () => {
    await sealAudit(door)
    await change(`update tenant_addresses set kind = 'domain' where address = 'theirs'`)
    const { code, text } = await verify()
    await change(`update tenant_addresses set kind = 'slug' where address = 'theirs'`)
    expect(text).toContain('ours: unbroken')
    expect(text).toMatch(/\d tenants were visited, but there are \d/)
    expect(code).toBe(1)
  })
})
