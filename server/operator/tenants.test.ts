import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import type { NewTenant } from '../../contract/tenants/new-tenant.ts'
import { verifyChains } from '../audit/repository.ts'
import { sealAudit } from '../audit/service.ts'
import { queueMessage } from '../messages/service.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { followInvitation, startOperator, type TestOperator } from '../../tests/server/operators.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password, userIdOf } from '../../tests/server/tenants.ts'
import { multipart, tinyPng } from '../../tests/server/uploads.ts'
import { createTenant } from './founding-service.ts'

let test: TestApp
let robin: TestOperator
let sam: TestOperator

beforeAll(async () => {
  test = await startTestApp()
  robin = await startOperator(test, 'Robin Reed', null)
  sam = await startOperator(test, 'Sam Sloe', robin.tenantId)
  for (let i = 1; i <= 18; i += 1) await createTenant(test.door, formOf(i), 'token')
})
afterAll(() => test.close())

function formOf(i: number): NewTenant {
  return {
    name: `${i % 2 === 0 ? 'Even' : 'Odd'} Clinic ${String(i).padStart(2, '0')}`,
    slug: `clinic-${i}`,
    country: 'GB',
    language: 'en_GB',
    kind: 'human',
    fullName: 'Ada Ash',
    email: `ada@clinic-${i}.test`,
  }
}

/** Lists events about tenants in a tenant's trail, as `action by whom`. */
async function trailOf(tenantId: string): Promise<string[]> {
  const rows = await test.query<{ action: string; actor_id: string }>(
    { ...test.ours, id: tenantId },
    `select action, actor_id from audit_events where resource_type = 'tenant' and outcome = 'done' order by id`,
  )
  return rows.map(({ action, actor_id }) => `${action} by ${actor_id === robin.id ? 'Robin' : 'somebody else'}`)
}

const listed = async (client: Client, query: Record<string, string> = {}) =>
  (await client.get('/tenants', { per_page: '100', ...query })).json()

it('the operator’s own tenant allows no tests and no patients, and says so', async () => {
  const path = `/tenants/${robin.tenantId}`
  const { version, features } = (await robin.client.get(path)).json().data
  const change = (body: object) => robin.client.send('PUT', path, { body, headers: { 'if-match': `"${version}"` } })
  for (const opened of [
    [],
    ['PREVENT_WEB_TEST_CREATION'],
    features.slice(1),
    [...features.slice(1), 'PREVENT_CLINICIAN_TESTING'],
  ]) {
    const refused = await change({ features: opened })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { features: [phrases.serverRules.operatorFeatures] },
    ])
  }
  expect((await change({ features: [...features, 'PREVENT_CLINICIAN_TESTING'] })).statusCode).toBe(200)
})

describe('the list of tenants', () => {
  it('has every tenant but the operator’s own, by name, with figures, on pages in every order', async () => {
    const all = await listed(robin.client)
    expect(all.page).toMatchObject({ total: 20, totalIsCapped: false })
    const names: string[] = all.data.map(({ name }: { name: string }) => name)
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect(all.data.find(({ slug }: { slug: string }) => slug === 'ours')).toMatchObject({
      name: `${test.ours.marker} Health`,
      status: 'active',
      figures: { users: 23, organisations: 3, tests: 0 },
    })
    const wholes: Record<string, string[]> = {}
    for (const sort of ['name', '-name', 'created_at', '-created_at']) {
      const whole = (await listed(robin.client, { sort })).data
      wholes[sort] = whole.map(({ id }: { id: string }) => id)
      const paged = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await listed(robin.client, { sort, per_page: '10', ...(cursor && { cursor }) })
        paged.push(...page.data)
        cursor = page.page.next
      }
      expect([sort, paged]).toEqual([sort, whole])
    }
    for (const sort of ['name', 'created_at']) expect(wholes[`-${sort}`]).toEqual(wholes[sort]?.toReversed())
    expect(wholes['created_at']?.slice(-18)).toEqual(wholes['created_at']?.slice(-18).toSorted())
  })

  it('counts the tests of 30 days, without voided ones', async () => {
    await test.query(
      test.theirs,
      `update test_records set performed_at = now() - interval '29 days' where state = 'voided' or result = 'positive'`,
    )
    await test.query(
      test.theirs,
      `update test_records set performed_at = now() - interval '31 days' where result = 'invalid'`,
    )
    const [theirs] = (await listed(sam.client, { search: 'theirs' })).data
    expect(theirs.figures.tests).toBe(4)
  })

  it('can be filtered by the start of a name or an address, and by status', async () => {
    const found = async (query: Record<string, string>) =>
      (await listed(robin.client, query)).data.map(({ slug }: { slug: string }) => slug)
    expect(await found({ search: 'ODD clinic 0' })).toEqual([
      'clinic-1',
      'clinic-3',
      'clinic-5',
      'clinic-7',
      'clinic-9',
    ])
    expect(await found({ search: 'clinic-12' })).toEqual(['clinic-12'])
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ status: 'suspended' })).toEqual([])
    expect(await found({ status: 'active' })).toHaveLength(20)
  })

  it('is empty and tenants are unknown to anybody but an operator at the operator’s host, whatever their permissions', async () => {
    await test.query(
      test.ours,
      `update tenant_permissions set permissions = permissions || '{view-tenants,edit-tenants}' where user_type = 'tenant'`,
    )
    const admin = await logInAs(test.app, test.ours, 'tenant')
    const unlimited = await logInAs(test.app, test.ours, 'unlimited')
    for (const [client, statuses] of [
      [admin, [403, 403, 403, 403]],
      [unlimited, [200, 404, 403, 404]],
    ] as const) {
      const replies = [
        await client.get('/tenants'),
        await client.get(`/tenants/${test.theirs.id}/facts`),
        await client.post('/tenants', formOf(99)),
        await client.put(`/tenants/${test.theirs.id}/suspend`, {}),
      ]
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(statuses)
      expect(replies.map(({ body }) => body).join()).not.toContain(test.theirs.marker)
    }
    expect((await listed(unlimited)).data).toEqual([])
    const session = robin.client.copy()
    const elsewhere = await visit(test.app, test.ours)
    for (const [name, value] of session.cookies) elsewhere.cookies.set(name, value)
    expect((await elsewhere.get('/tenants')).statusCode).toBe(401)
  })

  it('the database shows the directory and the figures to the operator’s tenant alone', async () => {
    const asked = async (tenantId: string | null, statement: string) => {
      const client = await test.database.pool.connect()
      try {
        await client.query('begin')
        if (tenantId !== null) await client.query('select enter_tenant($1)', [tenantId])
        return (await client.query(statement)).rows
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect(await asked(null, 'select from tenant_directory')).toEqual([])
    expect(await asked(test.ours.id, 'select from tenant_directory')).toEqual([])
    expect(await asked(robin.tenantId, 'select from tenant_directory')).toHaveLength(20)
    for (const [tenantId, statement] of [
      [test.ours.id, `select * from tenant_figures('{${test.theirs.id}}')`],
      [robin.tenantId, `update tenant_directory set name = 'Mine'`],
      [test.ours.id, 'update tenants set is_operator = true'],
    ] as const) {
      await expect(asked(tenantId, statement), statement).rejects.toMatchObject({ code: '42501' })
    }
    // The function has left the tenants that it counted in.
    const after = `select count(*)::int from users, (select count(*) from tenant_figures('{${test.theirs.id}}')) as asked`
    expect(await asked(robin.tenantId, after)).toEqual([{ count: 2 }])
  })
})

describe('a tenant', () => {
  it('has facts and figures, while the operator’s own tenant answers 404', async () => {
    const { data } = (await sam.client.get(`/tenants/${test.ours.id}/facts`)).json()
    expect(data).toMatchObject({
      slug: 'ours',
      kind: 'human',
      countries: ['GB', 'IE'],
      statusDetails: null,
      version: 1,
    })
    for (const id of [robin.tenantId, '0190a000-0000-7fff-8000-00000000000a']) {
      expect((await robin.client.get(`/tenants/${id}/facts`)).statusCode).toBe(404)
      expect((await robin.client.put(`/tenants/${id}/suspend`, {})).statusCode).toBe(404)
      expect((await robin.client.put(`/tenants/${id}/reactivate`)).statusCode).toBe(404)
      expect((await robin.client.get(`/tenants/${id}/history`)).statusCode).toBe(404)
    }
  })

  it('is created ready: its administrator is invited and logs in, and both trails name the creator', async () => {
    const { data } = (await robin.client.post('/tenants', formOf(50))).json()
    expect(data).toMatchObject({ name: 'Even Clinic 50', figures: { users: 1, organisations: 1, tests: 0 } })
    await test.startSending()
    const tenant = { ...test.ours, id: data.id, slug: 'clinic-50', host: 'clinic-50.localhost' }
    await expect.poll(async () => (await test.mails(tenant, 'ada@clinic-50.test')).length).toBe(1)
    const [mail] = await test.mails(tenant, 'ada@clinic-50.test')
    expect(mail?.link.host).toMatch(/^clinic-50\./)
    const admin = await visit(test.app, tenant)
    const me = await followInvitation(admin, mail?.link.searchParams.get('id') ?? '')
    expect(me).toMatchObject({ tenant: { name: 'Even Clinic 50' }, userType: { name: 'tenant' }, invitedBy: null })
    expect(me.assay_id).not.toBeNull()
    expect(await trailOf(data.id)).toEqual(['tenant.created by Robin'])
    expect((await trailOf(robin.tenantId)).at(-1)).toBe('tenant.created by Robin')
    const [known] = await test.query(tenant, 'select full_name from known_operators')
    expect(known).toEqual({ full_name: 'Robin Reed' })
    const taken = await robin.client.post('/tenants', { ...formOf(51), slug: 'clinic-50' })
    expect([taken.statusCode, taken.json().errors.slug]).toEqual([409, ['This address is in use. Choose another one.']])
    const reserved = await robin.client.post('/tenants', { ...formOf(51), slug: 'operator' })
    expect(reserved.statusCode).toBe(422)
    expect((await listed(robin.client, { search: 'Odd Clinic 51' })).data).toEqual([])
  })
})

describe('the settings of a tenant', () => {
  it('are changed by an operator, addresses included, with an event in both trails, and by no other tenant', async () => {
    const { data: made } = (await robin.client.get('/tenants', { search: 'Odd Clinic 17' })).json()
    const path = `/tenants/${made[0].id}`
    const change = (client: Client, body: object) => client.send('PUT', path, { body, headers: { 'if-match': '"2"' } })
    const { data, etag } = await robin.client
      .get(path)
      .then((one) => ({ data: one.json().data, etag: one.headers.etag }))
    expect([data.slug, etag]).toEqual(['clinic-17', '"2"'])
    const changed = await change(robin.client, { name: 'Quay Clinic', slug: 'quay' })
    expect(changed.json().data).toMatchObject({ name: 'Quay Clinic', slug: 'quay', version: 3 })
    expect((await change(sam.client, { name: 'Late' })).statusCode).toBe(412)
    const taken = await robin.client.send('PUT', path, { body: { slug: 'ours' }, headers: { 'if-match': '"3"' } })
    // The message must not reveal the tenant that has the address.
    expect([taken.statusCode, taken.json().errors]).toEqual([409, { slug: [phrases.serverRules.slugTaken] }])
    expect((await listed(sam.client, { search: 'quay' })).data).toMatchObject([{ name: 'Quay Clinic', slug: 'quay' }])
    expect(await trailOf(made[0].id)).toContain('tenant.changed by Robin')
    expect((await trailOf(robin.tenantId)).at(-1)).toBe('tenant.changed by Robin')
    const logo = multipart([{ name: 'file', filename: 'logo.png', type: 'image/png', content: tinyPng }])
    const stored = await robin.client.send('PUT', `${path}/logos/light`, logo)
    expect(stored.statusCode, stored.body).toBe(200)
    const address = stored.json().data.logos.light.replace('/api/v1', '')
    expect((await robin.client.get(address)).statusCode).toBe(200)
    expect((await (await visit(test.app, test.ours)).get(address)).statusCode).toBe(404)
    expect((await robin.client.get(`${path}/use`)).json().data).toMatchObject({ hasSubjects: false })
    const admin = await logInAs(test.app, test.ours, 'tenant')
    const unlimited = await logInAs(test.app, test.ours, 'unlimited')
    for (const client of [admin, unlimited]) {
      expect((await client.get(path)).statusCode).toBe(404)
      expect((await change(client, { name: 'Mine' })).statusCode).toBe(404)
    }
  })
})

describe('a suspended tenant', () => {
  it('ends every session in every process with the next request, and says why on its public pages', async () => {
    const here = await logInAs(test.app, test.theirs, 'clinical')
    const there = here.copy(await test.another())
    expect((await there.get('/users/my-details')).statusCode).toBe(200)
    const url = `/tenants/${test.theirs.id}`
    const suspended = await robin.client.put(`${url}/suspend`, { statusDetails: 'Unpaid. Call 0800 1.' })
    expect(suspended.json().data).toMatchObject({
      status: 'suspended',
      statusDetails: 'Unpaid. Call 0800 1.',
      openSessions: 0,
    })
    for (const client of [here, there]) {
      const refused = await client.get('/users/my-details')
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'tenant-suspended'])
    }
    const visitor = await visit(test.app, test.theirs)
    const { data: preferences } = (await visitor.get('/get-site-preferences')).json()
    expect(preferences.suspension).toEqual({ details: 'Unpaid. Call 0800 1.' })
    for (const sent of [password, 'wrong']) {
      const login = await visitor.post('/login', { username: emailOf('clinical'), password: sent })
      expect([login.statusCode, login.json().code]).toEqual([403, 'tenant-suspended'])
    }
    const reset = await visitor.post('/password-resets', { email: emailOf('clinical') })
    expect(reset.json().code).toBe('tenant-suspended')
    // Suspending it again leaves no trace.
    expect((await sam.client.put(`${url}/suspend`, {})).statusCode).toBe(200)
    expect((await listed(sam.client, { status: 'suspended' })).data).toHaveLength(1)

    const stale = await robin.client.send('PUT', `${url}/reactivate`, { headers: { 'if-match': '"1"' } })
    expect(stale.statusCode).toBe(412)
    const back = await robin.client.put(`${url}/reactivate`)
    expect(back.json().data).toMatchObject({ status: 'active', statusDetails: null })
    // Sessions from before stay ended.
    expect((await here.get('/users/my-details')).statusCode).toBe(401)
    await logInAs(test.app, test.theirs, 'clinical')
    const trail = ['tenant.suspended by Robin', 'tenant.reactivated by Robin']
    expect(await trailOf(test.theirs.id)).toEqual(trail)
    expect((await trailOf(robin.tenantId)).slice(-2)).toEqual(trail)
    const { data: history } = (await sam.client.get(`${url}/history`)).json()
    expect(history).toMatchObject([
      { action: 'tenant.reactivated', by: 'Robin Reed' },
      {
        action: 'tenant.suspended',
        by: 'Robin Reed',
        fields: [{ field: 'statusDetails', to: 'Unpaid. Call 0800 1.' }],
      },
    ])
  })

  it('sends no mail until it is reactivated', async () => {
    const user = { id: userIdOf('clinical'), email: emailOf('clinical'), lang: 'en' } as const
    await robin.client.put(`/tenants/${test.theirs.id}/suspend`, {})
    await test.door.enterTenant(test.theirs.id, 'test', (scope) =>
      queueMessage(scope, { template: 'password-changed', user }),
    )
    await expect.poll(() => test.problems.join()).toContain('Its tenant is suspended')
    expect(await test.mails(test.theirs, user.email)).toEqual([])
    await robin.client.put(`/tenants/${test.theirs.id}/reactivate`)
    await expect.poll(async () => (await test.mails(test.theirs, user.email)).length).toBe(1)
  })

  it('is suspended once when two operators do it at the same time', async () => {
    const before = (await trailOf(robin.tenantId)).length
    const [a, b] = await Promise.all([
      robin.client.put(`/tenants/${test.theirs.id}/suspend`, {}),
      sam.client.put(`/tenants/${test.theirs.id}/suspend`, {}),
    ])
    expect([a.statusCode, b.statusCode]).toEqual([200, 200])
    expect((await trailOf(robin.tenantId)).length).toBe(before + 1)
    await robin.client.put(`/tenants/${test.theirs.id}/reactivate`)
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
