import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phrases } from '../../contract/phrases/en_GB/index.ts'
import { hashToken } from '../access/tokens.ts'
import { logInAs, visit, type Client } from '../testing/client.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { emailOf, password, userIdOf } from '../testing/tenants.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const logIn = (client: Client, username: string, sent = password) => client.post('/login', { username, password: sent })
const sessionOf = (client: Client) => client.cookies.get('lateral_session') ?? ''
const forgetAttempts = () => test.query(test.ours, 'delete from throttle_counters')

describe('logging in', () => {
  it('answers with the user as the web app holds them', async () => {
    const response = await logIn(await visit(test.app, test.ours), emailOf('clinical').toUpperCase())
    const { home } = test.ours.places
    expect(response.json().data).toMatchObject({
      id: userIdOf('clinical'),
      email: emailOf('clinical'),
      userType: { name: 'clinical' },
      permissions: expect.arrayContaining(['login-dashboard', 'create-tests']),
      termsAccepted: true,
      groups: [{ id: home.groupId, organisationId: home.organisationId }],
      organisation: { id: home.organisationId },
      tenant: { id: test.ours.id, name: `${test.ours.marker} Health` },
      lang: 'en',
      assay_id: test.ours.assayId,
      emailVerification: 'verified',
      status: 'active',
    })
    expect(response.body).not.toMatch(/hash|argon2/i)
  })

  it('says the same of a wrong password, an unknown user, and one that another tenant has', async () => {
    await forgetAttempts()
    await test.query(test.theirs, `update users set email = 'only@theirs.test' where id = $1`, [userIdOf('provider')])
    const replies = []
    for (const [username, sent] of [
      [emailOf('clinical'), 'wrong'],
      ['nobody@clinic.test', password],
      ['only@theirs.test', password],
    ]) {
      const { statusCode, json } = await logIn(await visit(test.app, test.ours), username ?? '', sent)
      const { requestId: _, ...rest } = json()
      replies.push({ statusCode, ...rest })
    }
    const refusal = { statusCode: 401, code: 'wrong-credentials', message: phrases.errors['wrong-credentials'] }
    expect(replies).toEqual([refusal, refusal, refusal])
  })

  it('refuses somebody without a password as somebody unknown', async () => {
    await test.query(test.ours, 'update users set password_hash = null where id = $1', [userIdOf('provider')])
    for (const sent of ['', ' ', 'null', password]) {
      const { statusCode } = await logIn(await visit(test.app, test.ours), emailOf('provider'), sent)
      expect(statusCode).toBe(sent === '' ? 422 : 401)
    }
  })

  it.each([
    ['account-suspended', `update users set status = 'suspended'`, `update users set status = 'active'`],
    [
      'account-suspended',
      `update organisations set status = 'suspended'`,
      `update organisations set status = 'active'`,
    ],
    ['account-suspended', `update tenants set status = 'suspended'`, `update tenants set status = 'active'`],
    ['email-unverified', 'update users set email_verified_at = null', 'update users set email_verified_at = now()'],
    [
      'password-update-required',
      'update users set must_change_password = true',
      'update users set must_change_password = false',
    ],
    [
      'password-update-required',
      `update users set password_changed_at = now() - interval '31 days'; update tenants set password_expiry_days = 30`,
      'update tenants set password_expiry_days = 0',
    ],
  ])('says %s only after the right password (%s)', async (code, state, undo) => {
    await forgetAttempts()
    await test.query(test.ours, state)
    const wrong = await logIn(await visit(test.app, test.ours), emailOf('clinical'), 'wrong')
    const right = await logIn(await visit(test.app, test.ours), emailOf('clinical'))
    await test.query(test.ours, undo)
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong-credentials'])
    expect([right.statusCode, right.json().code]).toEqual([403, code])
    expect(right.cookies).toEqual([])
    expect((await logIn(await visit(test.app, test.ours), emailOf('clinical'))).statusCode).toBe(200)
  })

  it('starts a session of its own, whatever cookie was there before', async () => {
    const client = await visit(test.app, test.ours)
    const planted = sessionOf(client)
    await logIn(client, emailOf('clinical'))
    expect(sessionOf(client)).not.toBe(planted)
    const thief = await visit(test.app, test.ours)
    thief.cookies.set('lateral_session', planted)
    expect((await thief.get('/users/my-details')).statusCode).toBe(401)
  })

  it('again ends the session that the browser had', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    const before = client.copy()
    await logIn(client, emailOf('group'))
    expect((await before.get('/users/my-details')).statusCode).toBe(401)
    expect((await client.get('/users/my-details')).json().data.email).toBe(emailOf('group'))
  })

  it('sets a session cookie that scripts cannot read, and an XSRF token that they can', async () => {
    const response = await logIn(await visit(test.app, test.ours), emailOf('clinical'))
    expect(response.cookies).toEqual([
      {
        name: 'lateral_session',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      },
      { name: 'XSRF-TOKEN', value: expect.stringMatching(/^[\w-]{43}$/), path: '/', sameSite: 'Lax' },
    ])
  })

  it('keeps no token in the database, only its hash', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    const [row] = await test.query(test.ours, 'select sessions::text as text from sessions where token_hash = $1', [
      hashToken(sessionOf(client)),
    ])
    expect(row?.text).toBeDefined()
    expect(row?.text).not.toContain(sessionOf(client))
    expect(row?.text).not.toContain(Buffer.from(sessionOf(client)).toString('hex'))
  })

  it('is audited, and so is what is refused, without what was typed', async () => {
    await forgetAttempts()
    await logIn(await visit(test.app, test.ours), 'typo@clinic.test', 'My-Secret-1')
    const events = await test.query(
      test.ours,
      `select action, outcome, audit_events::text as text from audit_events order by id desc limit 1`,
    )
    expect(events).toMatchObject([{ action: 'session.login', outcome: 'refused' }])
    expect(events[0]?.text).not.toMatch(/typo|Secret/)
  })
})

describe('attempts', () => {
  it('of a hundred at once, ninety-nine of them wrong, ten are checked', async () => {
    await forgetAttempts()
    const clients = await Promise.all(Array.from({ length: 100 }, () => visit(test.app, test.ours)))
    const replies = await Promise.all(
      clients.map((client, i) => logIn(client, emailOf('group'), i === 0 ? undefined : 'wrong')),
    )
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(90)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([])
  })

  it('after ten wrong ones even the right password waits', async () => {
    await forgetAttempts()
    const client = await visit(test.app, test.ours)
    for (let i = 0; i < 10; i += 1) expect((await logIn(client, emailOf('group'), 'wrong')).statusCode).toBe(401)

    const right = await logIn(await visit(test.app, test.ours), emailOf('group'))
    expect([right.statusCode, right.json().code]).toEqual([429, 'too-many-attempts'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  })

  it('that fail are forgotten after one that succeeds', async () => {
    const client = await visit(test.app, test.ours)
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 9; j += 1)
        expect((await logIn(client, emailOf('organisation'), 'wrong')).statusCode).toBe(401)
      expect((await logIn(client, emailOf('organisation'))).statusCode).toBe(200)
    }
  })

  it('do not count for somebody else, nor for the same email at another tenant', async () => {
    expect((await logIn(await visit(test.app, test.ours), emailOf('clinical'))).statusCode).toBe(200)
    expect((await logIn(await visit(test.app, test.theirs), emailOf('group'))).statusCode).toBe(200)
  })

  it('are counted however the email is written', async () => {
    expect((await logIn(await visit(test.app, test.ours), ` ${emailOf('group').toUpperCase()} `)).statusCode).toBe(429)
  })

  it('are forgotten after fifteen minutes', async () => {
    await test.query(test.ours, `update throttle_counters set window_started_at = now() - interval '16 minutes'`)
    expect((await logIn(await visit(test.app, test.ours), emailOf('group'))).statusCode).toBe(200)
  })

  it('of one address are limited over all accounts', async () => {
    const client = await visit(test.app, test.ours)
    const statuses = new Set<number>()
    for (let i = 0; i < 100; i += 1) statuses.add((await logIn(client, `nobody-${i}@clinic.test`, 'wrong')).statusCode)
    expect([...statuses]).toEqual([401])
    expect((await logIn(client, emailOf('clinical'))).statusCode).toBe(429)
  })

  it('that succeed do not use up those of the address: a clinic may share one', async () => {
    const client = await visit(test.app, test.ours)
    await logIn(client, emailOf('clinical'), 'wrong')
    await logIn(client, emailOf('clinical'))
    const counters = await test.query(test.ours, 'select attempts from throttle_counters where key = $1', [
      hashToken(`login:address:${client.address}`),
    ])
    expect(counters).toEqual([{ attempts: 1 }])
  })
})
