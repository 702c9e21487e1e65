import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { asOwnerIn } from '../../tests/server/rows.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password, userIdOf } from '../../tests/server/tenants.ts'
import { countWaiting } from '../../tests/server/waiting.ts'

const nurse = userIdOf('clinical')
const email = emailOf('clinical')

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
  admin = await logInAs(test.app, test.ours, 'organisation')
})
afterAll(() => test.close())

beforeEach(async () => {
  for (const table of ['throttle_counters', 'development_mail', 'messages', 'audit_events']) {
    await test.query(test.ours, `delete from ${table}`)
  }
  await test.query(
    test.ours,
    `update users set password_hash = $1, status = 'active', must_change_password = false where id = $2`,
    [test.ours.passwordHash, nurse],
  )
})

const put = (
  what: string,
  { id = nurse, version, client = admin }: { id?: string; version?: number; client?: Client } = {},
) =>
  client.send('PUT', `/users/${id}/${what}`, { headers: version === undefined ? {} : { 'if-match': `"${version}"` } })
const templates = async () =>
  (await test.query<{ template: string }>(test.ours, 'select template from messages order by id')).map(
    ({ template }) => template,
  )
const mailTo = async (address: string) => {
  await expect.poll(async () => (await test.mails(test.ours, address)).length).toBe(1)
  const [mail] = await test.mails(test.ours, address)
  if (mail === undefined) throw new Error('The mail went away')
  return mail
}
const logIn = async (sent = password) =>
  (await visit(test.app, test.ours)).post('/login', { username: email, password: sent })

describe('suspending', () => {
  it('ends every session at the next request, prevents logins, and is announced by a mail without a link', async () => {
    const session = await logInAs(test.app, test.ours, 'clinical')
    const elsewhere = session.copy(await test.another())
    const response = await put('suspend')
    expect([response.statusCode, response.json().data.status]).toEqual([200, 'suspended'])
    expect((await session.get('/users/my-details')).statusCode).toBe(401)
    expect((await elsewhere.get('/users/my-details')).statusCode).toBe(401)
    expect((await logIn()).json().code).toBe('account-suspended')
    const { text, html } = await mailTo(email)
    expect(text).toContain('suspended your account')
    expect(text + html).not.toContain('http')
  })

  it('is reported to browsers with an ended session while it lasts, and to nobody else', async () => {
    const code = async (client: Client) => (await client.get('/users/my-details')).json().code
    const session = await logInAs(test.app, test.ours, 'clinical')
    const idle = await logInAs(test.app, test.ours, 'clinical')
    await test.query(
      test.ours,
      `update sessions set last_seen_at = now() - interval '1 hour'
       where id = (select id from sessions where user_id = $1 order by created_at desc limit 1)`,
      [nurse],
    )
    const loggedOut = await logInAs(test.app, test.ours, 'clinical')
    await loggedOut.post('/logout')
    await put('suspend')
    const visitor = await visit(test.app, test.ours)
    const elsewhere = await visit(test.app, test.theirs)
    for (const [name, value] of session.cookies) elsewhere.cookies.set(name, value)
    expect(await code(session)).toBe('access-suspended')
    for (const other of [idle, loggedOut, visitor, elsewhere]) expect(await code(other)).toBe('unauthenticated')
    await put('reactivate')
    // Ended sessions stay ended.
    expect(await code(session)).toBe('unauthenticated')
  })

  it('of an organisation is reported in the same way', async () => {
    const session = await logInAs(test.app, test.ours, 'clinical')
    const tenant = await logInAs(test.app, test.ours, 'tenant')
    const { organisation } = (await session.get('/users/my-details')).json().data
    await tenant.send('PUT', `/organisations/${organisation.id}/suspend`)
    const refused = await session.get('/users/my-details')
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'access-suspended'])
    await tenant.send('PUT', `/organisations/${organisation.id}/reactivate`)
    expect((await session.get('/users/my-details')).json().code).toBe('unauthenticated')
    admin = await logInAs(test.app, test.ours, 'organisation')
  })

  it('ends the links that were sent, for good', async () => {
    await (await visit(test.app, test.ours)).post('/password-resets', { email })
    const token = (await mailTo(email)).link.searchParams.get('token')
    await put('suspend')
    await put('reactivate')
    const visitor = await visit(test.app, test.ours)
    const late = await visitor.put('/passwords', { token, email, password: 'Quiet-Harbour-Lights-7' })
    expect(late.json().code).toBe('link-invalid')
  })

  it('ends the links that wait to be sent, but not the notices', async () => {
    // These messages have no job, so they wait as they do while the mail server is away.
    for (const template of ['verify-email', 'password-reset', 'staff-invitation', 'email-changed']) {
      await test.query(
        test.ours,
        `insert into messages (tenant_id, id, user_id, channel, template, recipient, locale)
         values (current_tenant(), gen_random_uuid(), $1, 'email', $2, $3, 'en_GB')`,
        [nurse, template, email],
      )
    }
    await put('suspend')
    expect((await templates()).toSorted()).toEqual(['account-suspended', 'email-changed'])
  })

  it('and reactivating can be repeated without effect', async () => {
    const first = await put('suspend')
    const second = await put('suspend')
    expect(second.headers.etag).toBe(first.headers.etag)
    await put('reactivate')
    await put('reactivate')
    expect(await templates()).toEqual(['account-suspended', 'account-reactivated'])
    const events = await test.query(
      test.ours,
      'select action, actor_id from audit_events where resource_id = $1 order by id',
      [nurse],
    )
    expect(events).toEqual([
      { action: 'user.suspended', actor_id: userIdOf('organisation') },
      { action: 'user.reactivated', actor_id: userIdOf('organisation') },
    ])
    expect((await logIn()).statusCode).toBe(200)
  })

  it('refuses an outdated version if one is given', async () => {
    const { version } = (await admin.get(`/users/${nurse}`)).json().data
    expect((await put('suspend', { version: version - 1 })).json().code).toBe('stale-version')
    expect((await put('suspend', { version })).statusCode).toBe(200)
  })
})

it('a login that is under way does not succeed', async () => {
  const visitor = await visit(test.app, test.ours)
  const login = await asOwnerIn(test.database.owner, test.ours.id, async (owner) => {
    await owner.query(`update users set status = 'suspended' where id = $1`, [nurse])
    const login = visitor.post('/login', { username: email, password })
    await expect.poll(() => countWaiting(test.database)).toBe(1)
    return { login }
  })
  expect((await login.login).json().code).toBe('wrong-credentials')
  expect(
    await test.query(test.ours, 'select id from sessions where user_id = $1 and expires_at > now()', [nurse]),
  ).toEqual([])
})

describe('a reset by an administrator', () => {
  it('ends the sessions, sends a link, and requires a new password at the next login', async () => {
    const session = await logInAs(test.app, test.ours, 'clinical')
    expect((await put('reset-password')).statusCode).toBe(200)
    expect((await session.get('/users/my-details')).statusCode).toBe(401)
    const { link } = await mailTo(email)
    expect(link.pathname).toBe('/forgotten-password')
    const fresh = 'Quiet-Harbour-Lights-7'
    const visitor = await visit(test.app, test.ours)
    const set = await visitor.put('/passwords', { token: link.searchParams.get('token'), email, password: fresh })
    expect(set.statusCode).toBe(204)
    expect((await logIn(fresh)).statusCode).toBe(200)
    await put('reset-password')
    expect((await logIn(fresh)).json()).toMatchObject({
      code: 'password-update-required',
      email,
      token: expect.any(String),
    })
  })

  it('is not possible for a user without a password or while they are suspended', async () => {
    const { invitedId } = test.ours.places.home
    expect((await put('reset-password', { id: invitedId })).json().code).toBe('not-possible')
    await put('suspend')
    expect((await put('reset-password')).json().code).toBe('not-possible')
  })
})

it('an invitation names its inviter, or the tenant when the inviter has left', async () => {
  const { home } = test.ours.places
  const form = {
    email: 'invited@staff.test',
    fullName: 'Nora Quill',
    userType: 'clinical',
    organisationId: home.organisationId,
    groupIds: [home.groupId],
    lang: 'en',
  }
  const { id } = (await admin.post('/users', form)).json().data
  const { subject, text } = await mailTo(form.email)
  const { marker } = test.ours
  expect(subject).toBe(`${marker} organisation has invited you to ${marker} Tests`)
  expect(text).toContain(`${marker} organisation has created an account for you. `)
  await test.query(test.ours, 'delete from development_mail')
  await test.query(
    test.ours,
    `with gone as (
       insert into users (tenant_id, id, email, full_name, user_type, status)
       select $1, n, 'anonymized-' || n, 'Anonymized', 'tenant', 'deleted' from gen_random_uuid() as n returning id)
     update users set invited_by = (select id from gone) where id = $2`,
    [test.ours.id, id],
  )
  await put('resend-invite', { id })
  const withoutInviter = await mailTo(form.email)
  expect(withoutInviter.subject).toBe(`Choose your password for ${marker} Tests`)
  expect(withoutInviter.text).toContain(`${marker} Health has created an account for you. `)
})

describe('resending an invitation', () => {
  it('ends the earlier link and its token at once', async () => {
    const { invitedId } = test.ours.places.home
    const address = 'invited-2@clinic.test'
    const open = async (link: URL) =>
      (await visit(test.app, test.ours)).get(link.pathname, { id: link.searchParams.get('id') ?? '' })
    await put('resend-invite', { id: invitedId })
    const first = await mailTo(address)
    expect(first.link.pathname).toBe('/verify-new')
    const { token } = (await open(first.link)).json().data
    await test.query(test.ours, 'delete from development_mail')
    expect((await put('resend-invite', { id: invitedId })).headers.etag).toBe('"1"')
    expect((await open(first.link)).json().code).toBe('link-invalid')
    const set = await (
      await visit(test.app, test.ours)
    ).put('/passwords', { token, email: address, password: 'Quiet-Lamp-4821' })
    expect(set.json().code).toBe('link-invalid')
    expect((await open((await mailTo(address)).link)).statusCode).toBe(200)
  })

  it('is not possible once there is a password', async () => {
    expect((await put('resend-invite')).json().code).toBe('not-possible')
  })
})

describe('nobody', () => {
  it.each(['suspend', 'reset-password'])('does %s to themselves', async (what) => {
    const response = await put(what, { id: userIdOf('organisation') })
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden'])
    const { requestId } = response.json()
    expect(
      await test.query(test.ours, 'select outcome, resource_id from audit_events where request_id = $1', [requestId]),
    ).toEqual([{ outcome: 'refused', resource_id: userIdOf('organisation') }])
    expect((await admin.get('/users/my-details')).statusCode).toBe(200)
  })

  it.each<[UserType, UserType]>([
    ['group', 'provider'],
    ['group', 'organisation'],
    ['organisation', 'tenant'],
    ['tenant', 'unlimited'],
  ])('as %s touches a %s', async (actor, target) => {
    // Puts both where they would see each other.
    await test.query(
      test.ours,
      `insert into user_groups (tenant_id, user_id, group_id) select tenant_id, id, $2 from users where id = $1 on conflict do nothing`,
      [userIdOf(target), test.ours.places.home.groupId],
    )
    await test.query(test.ours, 'update users set organisation_id = $1 where id = $2 and organisation_id is null', [
      test.ours.places.home.organisationId,
      userIdOf(target),
    ])
    const client = await logInAs(test.app, test.ours, actor)
    expect((await client.get(`/users/${userIdOf(target)}`)).statusCode).toBe(200)
    for (const what of ['suspend', 'reactivate', 'reset-password', 'resend-invite']) {
      expect([what, (await put(what, { id: userIdOf(target), client })).statusCode]).toEqual([what, 403])
    }
  })

  it('changes a user out of their scope, who answers 404', async () => {
    const group = await logInAs(test.app, test.ours, 'group')
    for (const id of [test.ours.places.ward.staffId, test.ours.places.home.subjectId]) {
      for (const what of ['suspend', 'reactivate', 'reset-password', 'resend-invite']) {
        expect((await put(what, { id, client: group })).json().code).toBe('not-found')
      }
    }
  })
})

it('a patient can be suspended by users who manage their organisation', async () => {
  const patient = userIdOf('patient')
  await test.query(test.ours, 'update users set organisation_id = $1 where id = $2', [
    test.ours.places.home.organisationId,
    patient,
  ])
  expect((await put('suspend', { id: patient })).json().data.status).toBe('suspended')
})
