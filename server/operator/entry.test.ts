import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { verifyChains } from '../audit/repository.ts'
import { sealAudit } from '../audit/service.ts'
import { isOpenToEntered } from '../access/door/operator-entry.ts'
import { Client, logInAs, type TestResponse } from '../../tests/server/client.ts'
import { callEndpoint, callOf } from '../../tests/walks/endpoint-calls.ts'
import { startOperator, type TestOperator } from '../../tests/server/operators.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, userIdOf, type TestTenant } from '../../tests/server/tenants.ts'
import { leaveEndedEntries, removeEnded } from '../upkeep/service.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

let test: TestApp
let robin: TestOperator
let sam: TestOperator
let admin: Client
/** The operator's tenant, for queries in the database. */
let home: TestTenant
const reason = 'A clinician reported records that look wrong'

beforeAll(async () => {
  test = await startTestApp()
  robin = await startOperator(test, 'Robin Reed', null)
  sam = await startOperator(test, 'Sam Sloe', robin.tenantId)
  home = { ...test.ours, id: robin.tenantId }
  admin = await logInAs(test.app, test.ours, 'tenant')
  for (const tenant of [test.ours, test.theirs]) {
    await test.query(tenant, 'delete from operator_entries')
    await test.query(tenant, 'delete from operator_requests')
  }
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const { client } of [robin, sam]) expect((await client.send('DELETE', '/operator-entry')).statusCode).toBe(204)
  await admin.put('/operator-access', { mayEnter: true })
})

const enter = (client: Client, tenant = test.ours, why = reason) =>
  client.post(`/tenants/${tenant.id}/entries`, { reason: why })

async function entered(client: Client, tenant = test.ours): Promise<string> {
  const response = await enter(client, tenant)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data.id
}

/** Lists Robin's events about tenants in a trail, the latest last. */
async function trailOf(tenant: { id: string }) {
  return await test.query<{ action: string; resource_type: string; details: Record<string, unknown> }>(
    { ...test.ours, id: tenant.id },
    `select action, resource_type, resource_id, details from audit_events where actor_id = $1 and action like 'tenant.%' order by id`,
    [robin.id],
  )
}

/** Moves the times of running entries into the past, because the database's clock cannot be set. */
const age = (column: string, by: string) =>
  test.query(
    test.ours,
    `update operator_entries set ${madeEarlier('entered_at', '$1::interval')}, ${madeEarlier('ends_at', '$1::interval')} where ${column} is null`,
    [by],
  )

const expectOut = async (client: Client) => {
  const refused = await client.get('/test-records')
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'entry-ended'])
  // The session is the operator's own again.
  expect((await client.get('/users/my-details')).json().data).toMatchObject({
    entry: null,
    tenant: { id: robin.tenantId },
  })
  expect((await client.get('/test-records')).json().data).toEqual([])
  expect((await client.get('/tenants')).statusCode).toBe(200)
}

describe('an operator who enters', () => {
  it.each(['', 'Too short', ' short   ', 'x'.repeat(501), null])(
    'gives a reason of 10 to 500 characters, not %j',
    async (why) => {
      const response = await robin.client.post(`/tenants/${test.ours.id}/entries`, { reason: why })
      expect(response.statusCode).toBe(422)
      expect((await robin.client.get('/users/my-details')).json().data.entry).toBeNull()
    },
  )

  it('reads the tenant’s records under its brand, with read permissions only', async () => {
    await entered(robin.client)
    const { data: me } = (await robin.client.get('/users/my-details')).json()
    expect(me).toMatchObject({ fullName: 'Robin Reed', userType: { name: 'unlimited' }, tenant: { id: test.ours.id } })
    expect(me.permissions.filter((held: string) => !/^(view|login)-/.test(held))).toEqual([])
    expect(Date.parse(me.entry.endsAt) - Date.now()).toBeGreaterThan(59 * 60_000)
    const { data: brand } = (await robin.client.get('/get-site-preferences')).json()
    expect(brand).toMatchObject({ slug: 'ours', productName: `${test.ours.marker} Tests`, sessionIdleMinutes: 15 })
    const { home: place } = test.ours.places
    const records = (await robin.client.get('/test-records', { per_page: '100' })).json()
    expect(records.data).toHaveLength(16)
    for (const path of [
      `/test-records/${place.recordId}`,
      `/subjects/${place.subjectId}`,
      `/users/${place.staffId}`,
      `/organisations/${place.organisationId}`,
      `/groups/${place.groupId}`,
      `/device-images/${place.imageId}`,
      '/audit-events',
      `/audit-events/${place.eventId}`,
      '/dashboard?from=2026-01-01T00:00:00Z&to=2026-12-31T23:59:59.999Z',
    ]) {
      const response = await robin.client.get(path)
      expect([path, response.statusCode]).toEqual([path, 200])
      expect(response.body).not.toContain(test.theirs.marker)
    }
  })

  it('is refused by every endpoint that is not listed as open, and sees nothing of another tenant', async () => {
    await entered(robin.client)
    for (const endpoint of endpoints) {
      // These three endpoints end the session or its entry, so they are left out.
      if (['logout', 'login', 'leaveTenant'].includes(endpoint.name)) continue
      const response = await callEndpoint(robin.client, endpoint, callOf(endpoint, test.ours.places.home))
      const isOpen = isOpenToEntered(endpoint) || endpoint.requires === 'anyone'
      const code = response.statusCode === 403 ? codeOf(response) : undefined
      expect([endpoint.name, code === 'entry-read-only']).toEqual([endpoint.name, !isOpen])
      const isAnswered = response.statusCode < 300
      expect([endpoint.name, isAnswered || !isOpenToEntered(endpoint)]).toEqual([endpoint.name, true])
      expect(response.body).not.toContain(test.theirs.marker)
    }
    // The two tenants share the ids of their other places, so only this record's id is foreign.
    const { recordId } = test.theirs.places.unique
    expect((await robin.client.get(`/test-records/${recordId}`)).statusCode).toBe(404)
  })

  it('leaves events in both trails: the entry with its reason, everything that was read, and the leaving', async () => {
    await test.query(test.ours, 'delete from audit_events')
    const entry = await entered(robin.client)
    const { recordId, assayPictureId } = test.ours.places.home
    await robin.client.get('/test-records', { search: 'rosa@people.test', per_page: '10' })
    await robin.client.get(`/test-records/${recordId}`)
    await robin.client.get(`/assays/pictures/${assayPictureId}`)
    await robin.client.send('DELETE', '/operator-entry')
    expect(await trailOf(test.ours)).toMatchObject([
      { action: 'tenant.entered', details: { entry, to: { reason } } },
      {
        action: 'tenant.read',
        resource_type: 'test-record',
        details: { endpoint: 'listTestRecords', entry, filters: ['per_page', 'search'] },
      },
      { action: 'tenant.read', resource_id: recordId, details: { endpoint: 'getTestRecord', entry } },
      { action: 'tenant.read', resource_type: 'assay-picture', resource_id: assayPictureId },
      { action: 'tenant.left', details: { entry } },
    ])
    expect((await trailOf(home)).slice(-2)).toMatchObject([
      { action: 'tenant.entered', details: { entry, to: { reason } } },
      { action: 'tenant.left', details: { entry, isOver: false } },
    ])
    const { data: history } = (await sam.client.get(`/tenants/${test.ours.id}/history`)).json()
    expect(history.slice(0, 2)).toMatchObject([
      { action: 'tenant.left', by: 'Robin Reed' },
      { action: 'tenant.entered', by: 'Robin Reed', fields: [{ field: 'reason', to: reason }] },
    ])
    const { data: entries } = (await admin.get('/operator-entries')).json()
    expect(entries[0]).toMatchObject({ id: entry, operator: 'Robin Reed', reason, isRunning: false })
  })

  it('is announced to the tenant’s administrators by mail', async () => {
    await entered(robin.client)
    const [message] = await test.query<{ recipient: string }>(
      test.ours,
      `select recipient from messages where template = 'operator-entered' order by id desc`,
    )
    expect(message?.recipient).toBe(emailOf('tenant'))
    await test.startSending()
    await expect.poll(async () => (await test.mails(test.ours, emailOf('tenant'))).length).toBeGreaterThan(0)
    const [mail] = await test.mails(test.ours, emailOf('tenant'))
    expect(mail?.text).toContain('Robin Reed')
    expect(mail?.text).toContain(reason)
    expect(mail?.link.pathname).toBe('/own-tenant/operator-access')
  })

  it('is out after 60 minutes, in every process, and is told so once', async () => {
    await entered(robin.client)
    const elsewhere = robin.client.copy(await test.another())
    await age('left_at', '59 minutes')
    expect((await elsewhere.get('/test-records')).statusCode).toBe(200)
    await age('left_at', '1 minute')
    await expectOut(elsewhere)
    expect((await trailOf(home)).at(-1)).toMatchObject({ action: 'tenant.left', details: { isOver: true } })
  })

  it('is out at once when the tenant ends the entry, requires a request, or is suspended', async () => {
    const id = await entered(robin.client)
    const ended = await admin.put(`/operator-entries/${id}/end`)
    expect(ended.json().data).toMatchObject({ id, isRunning: false })
    await expectOut(robin.client)
    await entered(robin.client)
    await admin.put('/operator-access', { mayEnter: false })
    await expectOut(robin.client)
    await admin.put('/operator-access', { mayEnter: true })
    await entered(robin.client)
    await sam.client.put(`/tenants/${test.ours.id}/suspend`, {})
    await expectOut(robin.client)
    expect((await enter(robin.client)).json().code).toBe('tenant-suspended')
    await sam.client.put(`/tenants/${test.ours.id}/reactivate`)
    admin = await logInAs(test.app, test.ours, 'tenant')
    expect((await robin.client.get('/test-records')).json().data).toEqual([])
  })

  const operatorPassword = 'Quiet-Harbour-Lights-7'
  const logIn = (client: Client, { email } = robin, password = operatorPassword) =>
    client.post('/login', { username: email, password })
  const takeBackPassword = async () => {
    const [kept] = await test.query<{ password_hash: string }>(home, 'select password_hash from users where id = $1', [
      sam.id,
    ])
    await test.query(home, 'update users set password_hash = $1', [kept?.password_hash])
  }
  const idle = () =>
    test.query(home, `update sessions set last_seen_at = now() - interval '16 minutes' where user_id = $1`, [robin.id])

  it.each<[how: string, end: () => Promise<unknown>]>([
    ['they log out', () => robin.client.post('/logout')],
    ['they log in over their session', () => logIn(robin.client)],
    ['somebody else logs in over their session', () => logIn(robin.client, sam)],
    ['they log out everywhere else', async () => (await again()).put('/users/my-details/sessions/end-others')],
    [
      'they change their password',
      async () => {
        const body = { currentPassword: operatorPassword, password: 'Corridor-Lamp-4821' }
        await (await again()).put('/users/my-details/password', body)
        await takeBackPassword()
      },
    ],
    [
      'they set a password by a link',
      async () => {
        await test.query(
          home,
          `insert into tokens (tenant_id, token_hash, user_id, purpose, email, expires_at)
           select tenant_id, sha256('link'), id, 'password', email, now() + interval '1 hour' from users where id = $1`,
          [robin.id],
        )
        const visitor = new Client(test.app, 'operator.localhost')
        await visitor.get('/sanctum/csrf-cookie')
        const body = { token: 'link', email: robin.email, password: 'Corridor-Lamp-4821' }
        expect((await visitor.put('/passwords', body)).statusCode).toBe(204)
        await takeBackPassword()
      },
    ],
    [
      'their account is suspended',
      async () => {
        await test.query(home, `update users set status = 'suspended' where id = $1`, [robin.id])
        expect((await robin.client.get('/test-records')).statusCode).toBe(401)
        await leaveEndedEntries(test.door)
      },
    ],
    ['their session has been idle', () => idle().then(() => leaveEndedEntries(test.door))],
    ['their old session is removed', () => idle().then(() => removeEnded(test.door))],
    ['they log in after their session has been idle', () => idle().then(() => again())],
  ])('leaves when %s, as both trails record', async (_how, end) => {
    const entry = await entered(robin.client)
    await end()
    const [{ data: entries }, running] = [
      (await admin.get('/operator-entries')).json(),
      await test.query(test.ours, 'select from operator_entries where left_at is null and ends_at > now()'),
    ]
    expect([entries[0].id, entries[0].isRunning, running]).toEqual([entry, false, []])
    expect((await trailOf(test.ours)).at(-1)).toMatchObject({ action: 'tenant.left', details: { entry } })
    expect((await trailOf(home)).at(-1)).toMatchObject({ action: 'tenant.left', details: { entry, isOver: false } })
    await test.query(home, `update users set status = 'active'`)
    robin = { ...robin, client: await again() }
    expect((await robin.client.get('/test-records')).json().data).toEqual([])
  })

  /** Logs Robin in with another browser. */
  async function again(): Promise<Client> {
    const client = new Client(test.app, 'operator.localhost')
    await client.get('/sanctum/csrf-cookie')
    const login = await logIn(client)
    expect(login.statusCode, login.body).toBe(200)
    return client
  }
})

describe('an entry', () => {
  it('needs an existing tenant other than the operator’s own, and is one at a time', async () => {
    for (const id of [robin.tenantId, '0190a000-0000-7fff-8000-00000000000a']) {
      expect((await robin.client.post(`/tenants/${id}/entries`, { reason })).statusCode).toBe(404)
    }
    await entered(robin.client)
    expect((await enter(robin.client, test.theirs)).json().code).toBe('entry-read-only')
    await robin.client.send('DELETE', '/operator-entry')
    const both = await Promise.all([enter(robin.client), enter(robin.client, test.theirs), enter(robin.client)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      expect.toBeOneOf([403, 409]),
      expect.toBeOneOf([403, 409]),
    ])
    const left = await Promise.all([1, 2, 3].map(() => robin.client.send('DELETE', '/operator-entry')))
    expect(left.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    expect((await trailOf(home)).slice(-2)).toMatchObject([
      { action: 'tenant.entered' },
      { action: 'tenant.left', details: { isOver: false } },
    ])
    expect((await robin.client.get('/users/my-details')).json().data.entry).toBeNull()
  })

  it('belongs to one operator and one session, and opens nothing in another session', async () => {
    const id = await entered(robin.client)
    const others = await logInAs(test.app, test.theirs, 'unlimited')
    // Robin's entry is put into the session of another operator and into that of a tenant's own `unlimited` user.
    for (const tenant of [home, test.theirs]) {
      await test.query(tenant, 'update sessions set entered_tenant_id = $1, entry_id = $2 where entry_id is null', [
        test.ours.id,
        id,
      ])
    }
    const forged = await sam.client.get('/test-records')
    expect([forged.statusCode, forged.json().code]).toEqual([403, 'entry-ended'])
    const { body } = await others.get('/test-records')
    expect(JSON.parse(body).data).toEqual([])
    // Robin's own session still works.
    expect((await robin.client.get('/test-records')).statusCode).toBe(200)
    const unlimited = await logInAs(test.app, test.ours, 'unlimited')
    expect((await unlimited.post(`/tenants/${test.theirs.id}/entries`, { reason })).statusCode).toBe(404)
    expect((await admin.post(`/tenants/${test.theirs.id}/entries`, { reason })).statusCode).toBe(403)
  })
})

describe('a tenant that operators must ask', () => {
  it('gets the request by mail, grants it for some hours, and ends it', async () => {
    await admin.put('/operator-access', { mayEnter: false })
    expect((await enter(robin.client)).json().code).toBe('entry-not-granted')
    const ask = (client: Client) => client.post(`/tenants/${test.ours.id}/entry-requests`, { reason })
    expect((await ask(robin.client)).json().data).toEqual({
      mayEnter: false,
      request: { state: 'waiting', until: null },
    })
    expect((await ask(robin.client)).json().code).toBe('not-possible')
    expect((await enter(robin.client)).json().code).toBe('entry-not-granted')
    const { data: access } = (await admin.get('/operator-access')).json()
    expect(access).toMatchObject({
      mayEnter: false,
      requests: [{ operator: 'Robin Reed', reason, grantedUntil: null }],
    })
    const [{ id }] = access.requests
    for (const hours of [0, 25, 1.5])
      expect((await admin.put(`/operator-requests/${id}/grant`, { hours })).statusCode).toBe(422)
    const granted = await admin.put(`/operator-requests/${id}/grant`, { hours: 2 })
    expect(Date.parse(granted.json().data.requests[0].grantedUntil) - Date.now()).toBeGreaterThan(119 * 60_000)
    expect((await admin.put(`/operator-requests/${id}/grant`, { hours: 2 })).json().code).toBe('not-possible')
    // A grant to one operator does not let another one in.
    expect((await enter(sam.client)).json().code).toBe('entry-not-granted')
    const entry = await entered(robin.client)
    expect((await robin.client.get('/test-records')).statusCode).toBe(200)
    // An entry ends when its grant does.
    await admin.put(`/operator-requests/${id}/refuse`)
    await expectOut(robin.client)
    expect((await enter(robin.client)).json().code).toBe('entry-not-granted')
    const { data: entries } = (await admin.get('/operator-entries')).json()
    expect(entries[0]).toMatchObject({ id: entry, isRunning: false })
    expect(await test.query(test.ours, `select from messages where template = 'operator-asked'`)).toHaveLength(1)
    const { data: facts } = (await robin.client.get(`/tenants/${test.ours.id}/facts`)).json()
    expect(facts.entryWay).toEqual({ mayEnter: false, request: { state: 'refused', until: null } })
    const byAdmin = await test.query<{ action: string }>(
      test.ours,
      `select action from audit_events where actor_id = $1 and action like 'tenant.%' order by id desc limit 2`,
      [userIdOf('tenant')],
    )
    expect(byAdmin.map(({ action }) => action)).toEqual(['tenant.entry-refused', 'tenant.entry-granted'])
  })

  it('lets nobody in for longer than it granted', async () => {
    await admin.put('/operator-access', { mayEnter: false })
    await sam.client.post(`/tenants/${test.ours.id}/entry-requests`, { reason })
    const [request] = (await admin.get('/operator-access')).json().data.requests
    await admin.put(`/operator-requests/${request.id}/grant`, { hours: 1 })
    await test.query(
      test.ours,
      `update operator_requests set granted_until = now() + interval '10 minutes' where id = $1`,
      [request.id],
    )
    const { data } = (await enter(sam.client)).json()
    expect(Date.parse(data.endsAt) - Date.now()).toBeLessThan(10 * 60_000 + 1000)
    await sam.client.send('DELETE', '/operator-entry')
    await test.query(test.ours, `update operator_requests set granted_until = now() where id = $1`, [request.id])
    expect((await enter(sam.client)).json().code).toBe('entry-not-granted')
  })

  it('ends entries only by its own administrators, and only its own entries', async () => {
    const id = await entered(robin.client)
    const clinical = await logInAs(test.app, test.ours, 'clinical')
    const foreign = await logInAs(test.app, test.theirs, 'tenant')
    for (const [client, status] of [
      [clinical, 403],
      [foreign, 404],
      [robin.client, 403],
    ] as const) {
      expect((await client.put(`/operator-entries/${id}/end`)).statusCode).toBe(status)
    }
    expect((await foreign.get('/operator-entries')).body).not.toContain(id)
  })
})

it('the audit chains of the operator and of the tenants are unbroken', async () => {
  await sealAudit(test.door)
  const owner = await test.database.owner.connect()
  const verified: string[] = []
  for await (const { slug, result } of verifyChains(owner)) {
    verified.push(slug)
    expect([slug, result]).toEqual([slug, expect.objectContaining({ brokenAt: undefined, unsealed: 0 })])
  }
  expect(verified).toEqual(expect.arrayContaining(['ours', 'theirs', 'operator']))
  owner.release()
})

/** The code of a refusal, which FHIR writes into an OperationOutcome. */
function codeOf(response: TestResponse): unknown {
  const { code, issue } = response.json<{ code?: string; issue?: { details: { coding: { code: string }[] } }[] }>()
  return code ?? issue?.[0]?.details.coding[0]?.code
}
