import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idleMinutes } from '../../contract/limits-and-times.ts'
import type { Pool, PoolClient } from 'pg'
import { createPool } from '../platform/database.ts'
import { Client, logInAs, visit } from '../../tests/server/client.ts'
import { makeMachine } from '../../tests/server/machines.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf } from '../../tests/server/tenants.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const isLoggedIn = async (client: Client) => (await client.get('/users/my-details')).statusCode === 200
/** Ages the tenant's sessions. */
const age = (column: string, interval: string) =>
  test.query(test.ours, `update sessions set ${madeEarlier(column, `interval '${interval}'`)}`)

describe('a session', () => {
  it('belongs to one tenant and is refused at another’s host', async () => {
    const client = await logInAs(test.app, test.ours, 'tenant')
    for (const host of [test.theirs.host, 'theirs.localhost:3000', 'THEIRS.localhost']) {
      const elsewhere = { host, cookie: client.cookieHeader() }
      expect((await test.app.inject({ url: '/api/v1/users/my-details', headers: elsewhere })).statusCode).toBe(401)
    }
    expect(await isLoggedIn(client)).toBe(true)
  })

  it('ends after 15 minutes without a request, but not while there are some', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    await age('last_seen_at', '14 minutes')
    expect(await isLoggedIn(client)).toBe(true)
    await age('last_seen_at', '14 minutes')
    expect(await isLoggedIn(client)).toBe(true)
    await age('last_seen_at', '15 minutes 1 second')
    expect(await isLoggedIn(client)).toBe(false)
    expect(await isLoggedIn(client)).toBe(false)
  })

  it('may idle for the contract’s default unless the tenant has chosen', async () => {
    const [column] = await test.query<{ column_default: string }>(
      test.ours,
      `select column_default from information_schema.columns
       where table_name = 'tenants' and column_name = 'session_idle_minutes'`,
    )
    expect(Number(column?.column_default)).toBe(idleMinutes.usual)
  })

  it('may idle for as long as the tenant allows', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    await test.query(test.ours, 'update tenants set session_idle_minutes = 60')
    await age('last_seen_at', '59 minutes')
    expect(await isLoggedIn(client)).toBe(true)
    await age('last_seen_at', '60 minutes 1 second')
    expect(await isLoggedIn(client)).toBe(false)
    await test.query(test.ours, 'update tenants set session_idle_minutes = 15')
  })

  it('ends 12 hours after login, however busy it was', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    await age('expires_at', '11 hours 59 minutes')
    expect(await isLoggedIn(client)).toBe(true)
    await age('expires_at', '1 minute')
    expect(await isLoggedIn(client)).toBe(false)
  })

  it.each([
    [
      'their user',
      `update users set status = 'suspended' where user_type <> 'machine'`,
      `update users set status = 'active'`,
    ],
    [
      'their organisation',
      `update organisations set status = 'suspended'`,
      `update organisations set status = 'active'`,
    ],
    ['the tenant', `update tenants set status = 'suspended'`, `update tenants set status = 'active'`],
  ])('ends at the next request after %s was suspended, in every process', async (_, suspend, undo) => {
    const here = await logInAs(test.app, test.ours, 'clinical')
    const there = here.copy(await test.another())
    expect(await isLoggedIn(there)).toBe(true)
    await test.query(test.ours, suspend)
    expect(await isLoggedIn(here)).toBe(false)
    expect(await isLoggedIn(there)).toBe(false)
    await test.query(test.ours, undo)
  })

  it('has the user’s present permissions and type', async () => {
    const client = await logInAs(test.app, test.ours, 'provider')
    await test.query(test.ours, `update users set user_type = 'patient' where id = $1`, [userIdOf('provider')])
    expect((await client.get('/groups')).statusCode).toBe(403)
  })

  it('needs a well-formed cookie', async () => {
    const client = await visit(test.app, test.ours)
    for (const cookie of ['', 'x', 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(42)}%00`]) {
      client.cookies.set('lateral_session', cookie)
      expect((await client.get('/users/my-details')).statusCode).toBe(401)
    }
  })
})

describe('a host', () => {
  const move = (slug: string, to: { id: string }) =>
    test.query(test.ours, 'update tenant_addresses set tenant_id = $1 where address = $2', [to.id, slug])
  const idAt = async (client: Client) => (await client.get('/tenants/get-id')).json().id

  it('that moves to another tenant serves it from the next request on, in every process, sessions included', async () => {
    const ofOurs = await logInAs(test.app, test.ours, 'tenant')
    const ofTheirs = new Client(test.app, test.ours.host)
    for (const [name, value] of (await logInAs(test.app, test.theirs, 'tenant')).cookies)
      ofTheirs.cookies.set(name, value)
    const there = ofOurs.copy(await test.another())
    expect(await idAt(there)).toBe(test.ours.id)
    expect([await isLoggedIn(ofOurs), await isLoggedIn(ofTheirs)]).toEqual([true, false])
    await move('ours', test.theirs)
    expect([await isLoggedIn(ofOurs), await isLoggedIn(there), await isLoggedIn(ofTheirs)]).toEqual([
      false,
      false,
      true,
    ])
    expect([await idAt(ofOurs), await idAt(there)]).toEqual([test.theirs.id, test.theirs.id])
    await test.query(test.ours, `update tenant_addresses set address = 'gone' where address = 'ours'`)
    expect((await ofTheirs.get('/tenants/get-id')).statusCode).toBe(404)
    await test.query(test.ours, `update tenant_addresses set address = 'ours' where address = 'gone'`)
    await move('ours', test.ours)
    expect(await isLoggedIn(ofOurs)).toBe(true)
  })

  it('that is the domain of one tenant and begins with the name of another belongs to the domain, for everybody', async () => {
    const host = 'ours.clinic.example'
    await test.query(
      test.theirs,
      `insert into tenant_addresses (kind, address, tenant_id) values ('domain', $1, current_tenant())`,
      [host],
    )
    const theirs = { ...test.theirs, host }
    expect(await idAt(new Client(test.app, test.ours.host))).toBe(test.ours.id)
    // The one process knows the host of the other tenant's name already, the other knows nothing.
    for (const app of [test.app, await test.another()]) {
      expect(await idAt(new Client(app, host))).toBe(test.theirs.id)
      expect(await idAt(new Client(app, host.toUpperCase()))).toBe(test.theirs.id)
      const admin = await logInAs(app, theirs, 'tenant')
      expect(await isLoggedIn(admin)).toBe(true)
      const machine = await makeMachine(admin, theirs)
      expect((await machine.get('/test-records')).statusCode).toBe(200)
      const stranger = new Client(app, host)
      for (const [name, value] of (await logInAs(app, test.ours, 'tenant')).cookies) stranger.cookies.set(name, value)
      expect(await isLoggedIn(stranger)).toBe(false)
    }
    await test.query(test.theirs, 'delete from tenant_addresses where address = $1', [host])
    expect(await idAt(new Client(test.app, host))).toBe(test.ours.id)
  })

  it('that the process knows costs one round trip before the work, and an unknown one two', async () => {
    const pool = createPool({ url: test.database.serverUrl, size: 1, onError: () => undefined })
    const trips = tripsOf(pool)
    const client = new Client(await test.another({ pool }), test.ours.host)
    await client.get('/tenants/get-id')
    const opening = ['begin', 'set local "later', 'select t.id as t']
    expect(trips.splice(0)).toEqual([['select tenant_at'], opening, ['commit']])
    await client.get('/tenants/get-id')
    expect(trips).toEqual([opening, ['commit']])
    await pool.end()
  })

  /** Collects the beginnings of later statements, grouped by round trip. */
  function tripsOf(pool: Pool): string[][] {
    const trips: string[][] = []
    let waiting = 0
    pool.on('connect', (client: PoolClient) => {
      const query = client.query.bind(client) as (...sent: unknown[]) => Promise<unknown>
      const counted = (sent: string | { text: string }, ...more: unknown[]) => {
        if (waiting === 0) trips.push([])
        waiting += 1
        trips.at(-1)?.push((typeof sent === 'string' ? sent : sent.text).slice(0, 16))
        return query(sent, ...more).finally(() => (waiting -= 1))
      }
      client.query = counted as typeof client.query
    })
    return trips
  }
})

describe('logging out', () => {
  it('ends the session in every process and gives the browser another cookie', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    const before = client.copy()
    expect((await client.post('/logout')).statusCode).toBe(204)
    expect(await isLoggedIn(client)).toBe(false)
    expect(await isLoggedIn(before)).toBe(false)
    expect(await isLoggedIn(before.copy(await test.another()))).toBe(false)
    expect(client.cookies.get('lateral_session')).not.toBe(before.cookies.get('lateral_session'))
  })

  it('does nothing without a session, or when repeated', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    expect((await client.post('/logout')).statusCode).toBe(204)
    expect((await client.post('/logout')).statusCode).toBe(204)
    expect((await (await visit(test.app, test.ours)).post('/logout')).statusCode).toBe(204)
  })

  it('leaves the other sessions of the user alone', async () => {
    const [phone, desk] = [
      await logInAs(test.app, test.ours, 'clinical'),
      await logInAs(test.app, test.ours, 'clinical'),
    ]
    await phone.post('/logout')
    expect(await isLoggedIn(desk)).toBe(true)
  })
})
