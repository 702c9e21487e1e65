import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPermissions, userTypes } from '../../contract/permissions/permissions.ts'
import { newTenant } from '../../contract/tenants/new-tenant.ts'
import { Client } from '../../tests/server/client.ts'
import { walks } from '../../tests/walks/walks.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { createOperator, createTenant } from './founding-service.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const form = {
  name: 'Brook Clinic',
  slug: 'brook',
  country: 'GB',
  language: 'en_GB',
  kind: 'human',
  fullName: 'Ada Ash',
  email: 'ada@brook.test',
} as const
const password = 'Quiet-Harbour-Lights-7'

/** Opens an invitation's link at a tenant's host, chooses a password, and logs in with it. */
async function enter(slug: string, token: string): Promise<Client> {
  const client = new Client(test.app, `${slug}.localhost`)
  await client.get('/sanctum/csrf-cookie')
  const { data } = (await client.get('/verify-new', { id: token })).json()
  expect((await client.put('/passwords', { ...data, password })).statusCode).toBe(204)
  const login = await client.post('/login', { username: data.email, password })
  expect(login.statusCode, login.body).toBe(200)
  return client
}

async function created(client: Client, where: string, body: object): Promise<string> {
  const response = await client.post(where, body)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data.id
}

describe('a new tenant', () => {
  it('is ready: its administrator gets in by the link alone and records a test right away', async () => {
    const { token } = await createTenant(test.door, form, 'token')
    const admin = await enter('brook', token ?? '')
    const { data: me } = (await admin.get('/users/my-details')).json()
    expect(me).toMatchObject({ userType: { name: 'tenant' }, tenant: { name: 'Brook Clinic' }, fullName: 'Ada Ash' })
    expect(me.permissions.toSorted()).toEqual(defaultPermissions.tenant.toSorted())
    const { data: groups } = (await admin.get('/groups')).json()
    expect(groups).toMatchObject([{ name: 'Main site', organisationName: 'Brook Clinic', status: 'active' }])
    const [{ id: groupId, organisationId }] = groups
    const subject = { kind: 'human', groupId, email: 'sam@people.test', dateOfBirth: '1950-02-03' }
    const subjectId = await created(admin, '/subjects', subject)
    const { data: assay } = (await admin.get(`/assays/${me.assay_id}/web`)).json()
    await created(admin, '/test-records', {
      organisationId,
      groupId,
      subjectId,
      assayId: assay.id,
      analyteResults: assay.analytes.map(({ id }: { id: string }) => ({ analyteId: id, result: 'negative' })),
      performedDate: '2026-03-01',
      performedTime: '09:30',
      performedZone: 'Europe/London',
    })
    const { data: records } = (await admin.get('/test-records')).json()
    expect(records).toMatchObject([{ subject: { email: 'sam@people.test' }, result: 'negative' }])
    expect(records[0].testId).toMatch(/^BRID-/)
  })

  it('lets nobody register until its administrator allows that', async () => {
    const { token } = await createTenant(test.door, { ...form, slug: 'closed' }, 'token')
    const admin = await enter('closed', token ?? '')
    const visitor = new Client(test.app, 'closed.localhost')
    await visitor.get('/sanctum/csrf-cookie')
    const { body } = walks.calls.selfRegister?.(test.ours.places.home) ?? {}
    expect((await visitor.post('/self-registration-user-create', body)).statusCode).toBe(403)

    const { id } = (await admin.get('/users/my-details')).json().data.tenant
    const { version } = (await admin.get(`/tenants/${id}`)).json().data
    const headers = { 'if-match': `"${version}"` }
    const opened = await admin.send('PUT', `/tenants/${id}`, { body: { features: [] }, headers })
    expect(opened.statusCode, opened.body).toBe(200)
    expect((await visitor.post('/self-registration-user-create', body)).statusCode).toBeLessThan(300)
  })

  it('may still be one of animals while it has no subjects', async () => {
    const { token } = await createTenant(test.door, { ...form, slug: 'stable' }, 'token')
    const admin = await enter('stable', token ?? '')
    const { id } = (await admin.get('/users/my-details')).json().data.tenant
    const { version } = (await admin.get(`/tenants/${id}`)).json().data
    const subjects = { kind: 'non-human', names: { en_GB: { customId1: 'Tag', customId2: 'Herd' } } }
    const changed = await admin.send('PUT', `/tenants/${id}`, {
      body: { subjects },
      headers: { 'if-match': `"${version}"` },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json().data.subjects).toMatchObject(subjects)
  })

  it('shows its name to visitors, and gives each user type its default permissions', async () => {
    const visitor = new Client(test.app, 'brook.localhost')
    const { data } = (await visitor.get('/get-site-preferences')).json()
    expect(data).toMatchObject({ productName: 'Brook Clinic', countries: ['GB'], defaultLanguage: 'en_GB' })
    const [tenant] = await test.query<{ id: string }>(
      test.ours,
      `select tenant_id as id from tenant_addresses where address = 'brook'`,
    )
    const rows = await test.query<{ user_type: keyof typeof defaultPermissions; permissions: string[] }>(
      { ...test.ours, id: tenant?.id ?? '' },
      'select user_type, permissions from tenant_permissions',
    )
    expect(Object.fromEntries(rows.map((row) => [row.user_type, row.permissions]))).toEqual(defaultPermissions)
    expect(rows).toHaveLength(userTypes.length)
  })

  it('otherwise invites by mail, and answers at other hosts only if it is the first tenant', async () => {
    await test.startSending()
    await createTenant(test.door, { ...form, slug: 'mill', name: 'Mill Surgery' }, 'mail')
    const [mill] = await test.query<{ id: string }>(
      test.ours,
      `select tenant_id as id from tenant_addresses where address = 'mill'`,
    )
    await expect
      .poll(async () => (await test.mails({ ...test.ours, id: mill?.id ?? '' }, form.email))[0]?.link.pathname)
      .toBe('/verify-new')
    const { data } = (await new Client(test.app, 'nobody.localhost').get('/get-site-preferences')).json()
    expect(data.slug).toBe('brook')
  })

  it('leaves nothing behind when its slug is in use', async () => {
    const turns = async () => (await test.database.owner.query('select from tenant_turns')).rowCount
    const before = [await test.query(test.ours, 'select from tenant_addresses'), await turns()]
    await expect(createTenant(test.door, { ...form, slug: 'ours' }, 'mail')).rejects.toMatchObject({
      code: 'duplicate',
      fields: [{ field: 'slug', phrase: 'slugTaken' }],
    })
    expect([await test.query(test.ours, 'select from tenant_addresses'), await turns()]).toEqual(before)
  })

  it.each(['', 'ab', '-abc', 'abc-', 'a.b.c', 'a b c', 'ünter', 'a'.repeat(64), 'operator', 'www', 'staging'])(
    'cannot have the address %j',
    (slug) => {
      expect(newTenant.safeParse({ ...form, slug }).success).toBe(false)
    },
  )
})

it('the operators’ tenant is founded once, and no other tenant can take its slug', async () => {
  const operator = { fullName: 'Bo Birch', email: 'bo@lateral.test', lang: 'en' } as const
  const { token } = await createOperator(test.door, null, operator, 'token')
  const client = await enter('operator', token ?? '')
  const { data: me } = (await client.get('/users/my-details')).json()
  expect(me.userType.name).toBe('unlimited')
  await expect(createOperator(test.door, me.tenant.id, operator, 'token')).rejects.toMatchObject({
    fields: [{ field: 'email', phrase: 'emailRegistered' }],
  })
  await createOperator(test.door, me.tenant.id, { ...operator, email: 'cy@lateral.test' }, 'token')
  await expect(createOperator(test.door, test.ours.id, operator, 'token')).rejects.toMatchObject({ code: 'duplicate' })
})

it('the command reports what is wrong with each option, and otherwise prints the link for choosing a password', async () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, '../../scripts/commands/lateral.ts'), ...args], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: test.database.ownerUrl,
        DATA_DIR: test.dataDir,
        PUBLIC_URL: 'https://lab.test',
      },
      encoding: 'utf8',
    })
  const wrong = run('create-tenant', '--slug', 'ours', '--country', 'XX', '--email', 'ada')
  expect([wrong.status, wrong.stderr.trim().split('\n')]).toEqual([
    2,
    [
      '--name: --name is required',
      '--country: Choose one of the options',
      '--full-name: --full-name is required',
      '--email: Please enter a valid email address',
      expect.stringMatching(/^create-tenant .*--full-name "Ada Ash"/),
    ],
  ])
  const named = ['--name', 'Weir', '--country', 'US', '--full-name', 'Di Dell', '--email', 'di@weir.test', '--link']
  expect(run('create-tenant', '--slug', 'ours', ...named).stderr).toMatch(
    /^--slug: This address is in use\. Choose another one\.\n/,
  )
  const made = run('create-tenant', '--slug', 'weir', ...named)
  expect([made.status, made.stderr]).toEqual([0, ''])
  const link = new URL(/https:\S+\/verify-new\S+/.exec(made.stdout)?.[0] ?? 'about:blank')
  expect(link.host).toBe('weir.lab.test')
  expect((await enter('weir', link.searchParams.get('id') ?? '')).host).toBe('weir.localhost')
})
