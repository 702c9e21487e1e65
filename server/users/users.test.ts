import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, userIdOf } from '../../tests/server/tenants.ts'

let test: TestApp
const clients = new Map<UserType, Client>()

beforeAll(async () => {
  test = await startTestApp()
  for (const type of ['tenant', 'organisation', 'group', 'clinical'] as const) {
    clients.set(type, await logInAs(test.app, test.ours, type))
  }
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.query(test.ours, `delete from messages`)
})

let made = 0
/** The form of a new user, by default a clinician at home. */
const somebody = (changes: object = {}) => {
  const { home } = test.ours.places
  made += 1
  return {
    email: `somebody-${made}@staff.test`,
    fullName: 'Nora Quill',
    userType: 'clinical',
    organisationId: home.organisationId,
    groupIds: [home.groupId],
    lang: 'en',
    ...changes,
  }
}
const as = (type: UserType) => {
  const client = clients.get(type)
  if (client === undefined) throw new Error(`Nobody is logged in as ${type}`)
  return client
}
const create = (type: UserType, changes: object = {}) => as(type).post('/users', somebody(changes))
const change = (type: UserType, id: string, body: object, version: number | undefined) =>
  as(type).send('PUT', `/users/${id}`, {
    body,
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })
const auditOf = (id: string) =>
  test.query<{ action: string; outcome: string; details: unknown }>(
    test.ours,
    'select action, outcome, details from audit_events where resource_id = $1 order by id',
    [id],
  )

describe('inviting', () => {
  it('adds a user without a password, audits it, and sends an invitation in their language', async () => {
    const { home } = test.ours.places
    const form = somebody({ lang: 'es', email: 'Nora@Staff.test' })
    const response = await as('group').post('/users', form)
    expect([response.statusCode, response.headers.etag]).toEqual([201, '"1"'])
    const { data } = response.json()
    expect(data).toMatchObject({
      email: 'Nora@Staff.test',
      userType: { name: 'clinical' },
      organisation: { id: home.organisationId },
      groups: [{ id: home.groupId, organisationId: home.organisationId }],
      status: 'active',
      emailVerification: 'unverified',
      isSetUp: false,
      lastLogin: null,
      invitedBy: `${test.ours.marker} group`,
    })
    expect(await auditOf(data.id)).toMatchObject([{ action: 'user.invited', outcome: 'done' }])
    expect(JSON.stringify(await auditOf(data.id))).not.toMatch(/Nora|staff\.test/i)
    expect(await test.query(test.ours, 'select template, recipient, locale from messages')).toEqual([
      { template: 'staff-invitation', recipient: 'Nora@Staff.test', locale: 'es_MX' },
    ])
  })

  it('refuses an email that has an account at its field, in any spelling', async () => {
    const response = await create('tenant', { email: emailOf('patient').toUpperCase() })
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'duplicate', errors: { email: [phrases.rules.emailRegistered] } },
    ])
    expect(await test.query(test.ours, 'select recipient from messages')).toEqual([])
  })

  it('makes one user when several people invite one email at once', async () => {
    const email = 'wanted@staff.test'
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => create(i % 2 ? 'tenant' : 'organisation', { email })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(409)])
    expect(await test.query(test.ours, 'select recipient from messages')).toEqual([{ recipient: email }])
  })

  it('works for an email that is also invited as a patient', async () => {
    const email = 'both@staff.test'
    await test.query(
      test.ours,
      `insert into invites (tenant_id, id, organisation_id, group_id, email, lang, invited_by, expires_at)
       select tenant_id, gen_random_uuid(), organisation_id, id, $2, 'en', $3, now() + interval '1 day' from groups where id = $1`,
      [test.ours.places.home.groupId, email, userIdOf('tenant')],
    )
    expect((await create('tenant', { email })).statusCode).toBe(201)
  })

  const refused: [UserType, UserType][] = [
    ['tenant', 'patient'],
    ['tenant', 'unlimited'],
    ['organisation', 'tenant'],
    ['group', 'organisation'],
    ['group', 'provider'],
    ['clinical', 'clinical'],
  ]
  it.each(refused)('%s may not invite a %s, which is audited', async (actor, userType) => {
    await test.query(
      test.ours,
      `update tenant_permissions set permissions = permissions || '{view-users}'::text[] where user_type = 'clinical'`,
    )
    const form = somebody({ userType })
    const response = await as(actor).post('/users', form)
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden'])
    const { requestId } = response.json()
    expect(
      await test.query(test.ours, 'select action, outcome, actor_id from audit_events where request_id = $1', [
        requestId,
      ]),
    ).toEqual([{ action: 'user.invited', outcome: 'refused', actor_id: userIdOf(actor) }])
    expect(await test.query(test.ours, 'select id from users where email = $1', [form.email])).toEqual([])
  })

  const { required, unknownReference } = { required: 'is required', unknownReference: 'not available' }
  it.each<[UserType, string, (places: TestApp['ours']['places']) => object, string, string]>([
    ['tenant', 'no organisation', () => ({ organisationId: null, groupIds: [] }), 'organisationId', required],
    [
      'tenant',
      'an organisation that is nowhere',
      ({ home }) => ({ organisationId: home.subjectId }),
      'organisationId',
      unknownReference,
    ],
    [
      'organisation',
      'another organisation',
      ({ away }) => ({ organisationId: away.organisationId, groupIds: [away.groupId] }),
      'organisationId',
      unknownReference,
    ],
    ['tenant', 'no group for a clinician', () => ({ groupIds: [] }), 'groupIds', required],
    [
      'tenant',
      'no group for an administrator of groups',
      () => ({ userType: 'group', groupIds: [] }),
      'groupIds',
      required,
    ],
    [
      'tenant',
      'a group of another organisation',
      ({ away }) => ({ groupIds: [away.groupId] }),
      'groupIds',
      unknownReference,
    ],
    [
      'group',
      'a group that is not theirs',
      ({ home, ward }) => ({ groupIds: [home.groupId, ward.groupId] }),
      'groupIds',
      unknownReference,
    ],
    [
      'tenant',
      'a place for an administrator of the tenant',
      () => ({ userType: 'tenant', groupIds: [] }),
      'organisationId',
      unknownReference,
    ],
    [
      'tenant',
      'a group for an administrator of the tenant',
      () => ({ userType: 'tenant', organisationId: null }),
      'groupIds',
      unknownReference,
    ],
  ])('as %s, with %s, is refused at the field', async (actor, _, wrong, field, words) => {
    const response = await create(actor, wrong(test.ours.places))
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [field]])
    expect(response.json().errors[field][0]).toContain(words)
  })

  it.each([
    ['organisations', 'organisationId'],
    ['groups', 'groupIds'],
  ] as const)(
    'refuses a suspended place like a missing one, unless the user is there already: %s',
    async (table, field) => {
      const { home } = test.ours.places
      const id = (await create('tenant')).json().data.id
      const place = table === 'groups' ? home.groupId : home.organisationId
      await test.query(test.ours, `update ${table} set status = 'suspended' where id = $1`, [place])
      const response = await create('tenant')
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [field]])
      const risen = await change('tenant', id, { ...somebody({ userType: 'group' }), email: undefined }, 1)
      expect(risen.statusCode).toBe(200)
      await test.query(test.ours, `update ${table} set status = 'active' where id = $1`, [place])
    },
  )

  it('refuses a repeated group, and needs none for a provider or an administrator of the tenant', async () => {
    const { groupId } = test.ours.places.home
    expect((await create('tenant', { groupIds: [groupId, groupId] })).statusCode).toBe(422)
    expect((await create('tenant', { userType: 'provider', groupIds: [] })).statusCode).toBe(201)
    const tenantUser = await create('tenant', { userType: 'tenant', organisationId: null, groupIds: [] })
    expect(tenantUser.json().data).toMatchObject({ organisation: null, groups: [] })
  })
})

describe('changing', () => {
  const made = async (changes: object = {}) => (await create('tenant', changes)).json().data.id as string

  it('needs the current version', async () => {
    const id = await made()
    const form = { ...somebody(), fullName: 'Nora Lane', email: undefined }
    expect((await change('tenant', id, form, undefined)).json().code).toBe('version-missing')
    const changed = await change('tenant', id, form, 1)
    expect([changed.statusCode, changed.headers.etag, changed.json().data.fullName]).toEqual([200, '"2"', 'Nora Lane'])
    const stale = await change('tenant', id, { ...form, fullName: 'Nora Late' }, 1)
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale-version'])
    expect((await as('tenant').get(`/users/${id}`)).headers.etag).toBe('"2"')
  })

  it('succeeds for one of two simultaneous changes, and the other is told', async () => {
    const id = await made()
    const form = (fullName: string) => ({ ...somebody(), fullName, email: undefined })
    const replies = await Promise.all([
      change('tenant', id, form('A B'), 1),
      change('organisation', id, form('C D'), 1),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
  })

  it('makes no new version and leaves no trace when nothing changes', async () => {
    const id = await made()
    const same = await change('tenant', id, { ...somebody(), email: undefined }, 1)
    expect([same.statusCode, same.headers.etag]).toEqual([200, '"1"'])
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('the place shows in what is being recorded there, and ends no session', async () => {
    const { home, ward } = test.ours.places
    const nurse = await logInAs(test.app, test.ours, { email: home.username })
    const { id, version, fullName } = (await nurse.get('/users/my-details')).json().data
    const form = { ...somebody(), email: undefined, fullName }
    expect((await change('tenant', id, { ...form, groupIds: [ward.groupId] }, version)).statusCode).toBe(200)
    const refused = await nurse.post('/test-records', newRecordAt(home))
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['groupId']])
    expect((await nurse.post('/test-records', newRecordAt(ward))).statusCode).toBe(201)
    await change('tenant', id, { ...form, groupIds: [home.groupId] }, version + 1)
    expect((await nurse.post('/test-records', newRecordAt(home))).statusCode).toBe(201)
  })

  it('the type ends the sessions, while changing only the name does not', async () => {
    const { home, ward } = test.ours.places
    const nurse = await logInAs(test.app, test.ours, { email: home.username })
    const { id, version, fullName } = (await nurse.get('/users/my-details')).json().data
    const form = { ...somebody(), email: undefined }
    expect((await change('tenant', id, form, version)).statusCode).toBe(200)
    expect((await nurse.get('/users/my-details')).json().data.fullName).toBe('Nora Quill')
    const moved = { ...form, groupIds: [ward.groupId], userType: 'group' }
    expect((await change('tenant', id, moved, version + 1)).json().data.groups).toMatchObject([{ id: ward.groupId }])
    expect((await nurse.get('/users/my-details')).statusCode).toBe(401)
    const [last] = (await auditOf(id)).toReversed()
    expect(last).toMatchObject({
      action: 'user.changed',
      details: {
        from: { userType: 'clinical', groupIds: [home.groupId] },
        to: { userType: 'group', groupIds: [ward.groupId] },
        isRenamed: false,
      },
    })
    expect(JSON.stringify(last)).not.toContain(fullName)
    await change('tenant', id, { ...form, fullName }, version + 2)
  })

  it('keeps groups that the actor does not see', async () => {
    const { home, ward } = test.ours.places
    const both = { groupIds: [home.groupId, ward.groupId] }
    const id = await made(both)
    expect((await as('group').get(`/users/${id}`)).json().data.groups).toMatchObject([{ id: home.groupId }])
    const renamed = await change('group', id, { ...somebody({ fullName: 'Nora Lane' }), email: undefined }, 1)
    expect(renamed.statusCode).toBe(200)
    expect((await as('tenant').get(`/users/${id}`)).json().data.groups).toHaveLength(2)
    // A group administrator would also manage the ward.
    const risen = await change('group', id, { ...somebody({ userType: 'group' }), email: undefined }, 2)
    expect(risen.statusCode).toBe(403)
  })

  it('one’s own type or place is refused, but not one’s own name', async () => {
    const own = (await as('organisation').get(`/users/${userIdOf('organisation')}`)).json().data
    const form = { ...somebody({ userType: 'organisation', groupIds: [] }), email: undefined }
    const renamed = await change('organisation', own.id, form, own.version)
    expect(renamed.statusCode).toBe(200)
    for (const wrong of [{ userType: 'provider' }, { groupIds: [test.ours.places.home.groupId] }]) {
      const response = await change('organisation', own.id, { ...form, ...wrong }, own.version + 1)
      expect(response.statusCode).toBe(403)
    }
    expect((await auditOf(own.id)).at(-1)).toMatchObject({ action: 'user.changed', outcome: 'refused' })
  })

  it('a user whose type the actor could not grant is refused', async () => {
    const { home } = test.ours.places
    const id = await made({ userType: 'organisation', groupIds: [home.groupId] })
    expect((await as('group').get(`/users/${id}`)).statusCode).toBe(200)
    const response = await change('group', id, { ...somebody(), email: undefined }, 1)
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden'])
  })

  it('a patient may only affect the name, not type or place', async () => {
    const { version } = (await as('tenant').get(`/users/${userIdOf('patient')}`)).json().data
    const form = { fullName: 'Rosa Lane', userType: 'patient', organisationId: null, groupIds: [], lang: 'en' }
    expect((await change('tenant', userIdOf('patient'), form, version)).statusCode).toBe(200)
    const moved = { ...form, organisationId: test.ours.places.home.organisationId }
    expect((await change('tenant', userIdOf('patient'), moved, version + 1)).statusCode).toBe(403)
    const risen = { ...form, userType: 'tenant' }
    expect((await change('tenant', userIdOf('patient'), risen, version + 1)).statusCode).toBe(403)
  })

  it('needs the permission to edit users, and not only to see them', async () => {
    await test.query(
      test.ours,
      `update tenant_permissions set permissions = array_append(permissions, 'view-users') where user_type = 'clinical'`,
    )
    const id = await made()
    expect((await as('clinical').get(`/users/${id}`)).statusCode).toBe(200)
    expect((await change('clinical', id, { ...somebody(), email: undefined }, 1)).statusCode).toBe(403)
    for (const what of ['suspend', 'reactivate', 'reset-password', 'resend-invite']) {
      expect((await as('clinical').put(`/users/${id}/${what}`)).statusCode).toBe(403)
    }
  })
})

describe('the types that may be granted', () => {
  const types = async (actor: UserType, query: Record<string, string> = {}) =>
    (await as(actor).get('/users/user-types', query)).json().data

  it('are the actor’s, in the requested language', async () => {
    expect(await types('group', { lang: 'es_MX' })).toEqual([
      { value: 'group', displayValue: 'Administrador del grupo' },
      { value: 'clinical', displayValue: 'Personal clínico' },
    ])
    expect((await types('tenant')).map(({ value }: { value: string }) => value)).toContain('tenant')
    expect(await types('clinical')).toEqual([])
  })

  it('on an organisation’s page belong to an organisation, and are none for one out of scope', async () => {
    const { home, away } = test.ours.places
    const ofHome = await types('tenant', { organisation_id: home.organisationId })
    expect(ofHome.map(({ value }: { value: string }) => value)).toEqual([
      'organisation',
      'group',
      'provider',
      'clinical',
    ])
    expect(await types('organisation', { organisation_id: away.organisationId })).toEqual([])
  })
})
