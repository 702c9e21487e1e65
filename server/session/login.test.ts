import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { hashToken } from '../access/sessions/tokens.ts'
import { hashPassword } from '../accounts/service.ts'
import { Client, logInAs, visit } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password, userIdOf } from '../../tests/server/tenants.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const logIn = (client: Client, username: string, sent = password) => client.post('/login', { username, password: sent })
const sessionOf = (client: Client) => client.cookies.get('lateral_session') ?? ''
const forgetAttempts = () => test.query(test.ours, 'delete from throttle_counters')

describe('logging in', () => {
  it('returns the user as the web app stores them', async () => {
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

  describe('with a password that was chosen on another device', () => {
    const [composed, apart] = ['Pi\u00f1ata-Ma\u00f1ana-4821', 'Pin\u0303ata-Man\u0303ana-4821']
    const statusOf = async (sent: string) =>
      (await logIn(await visit(test.app, test.ours), emailOf('clinical'), sent)).statusCode

    beforeEach(forgetAttempts)
    afterAll(() =>
      test.query(test.ours, 'update users set password_hash = $1 where id = $2', [
        test.ours.passwordHash,
        userIdOf('clinical'),
      ]),
    )

    it.each([
      ['composed letters', composed],
      ['letters and accents apart, from before there was one form', apart],
    ])('is accepted from any keyboard when it was stored with %s', async (_, stored) => {
      await test.query(test.ours, 'update users set password_hash = $1 where id = $2', [
        await hashPassword(stored),
        userIdOf('clinical'),
      ])
      for (const typed of [composed, apart, ` ${composed}\r\n`, `\u200b${apart}\u00a0`]) {
        expect([typed, await statusOf(typed)]).toEqual([typed, 200])
      }
      await forgetAttempts()
      for (const wrong of ['Pinata-Manana-4821', composed.toUpperCase(), composed.replace('-', ' -'), `${composed}x`]) {
        expect([wrong, await statusOf(wrong)]).toEqual([wrong, 401])
      }
    })

    it('is accepted with invisible characters as it was stored in an older version', async () => {
      await test.query(test.ours, 'update users set password_hash = $1 where id = $2', [
        await hashPassword('Corri\u200ddor-4821\u2060'),
        userIdOf('clinical'),
      ])
      expect(await statusOf('Corridor-4821')).toBe(401)
      expect(await statusOf('Corri\u200ddor-4821\u2060')).toBe(200)
      // The right password was stored again in the common form, so it now works without them.
      expect(await statusOf('Corridor-4821')).toBe(200)
    })

    it('is accepted with wide letters and special hyphens, as copied from a document', async () => {
      const plain = 'Copper-Quill-4821'
      const copied = ['Copper\u2011Quill\u20134821', '\uff23opper\uff0dQuill-4\uff1821']
      for (const [stored, ...typed] of [
        [plain, ...copied, plain],
        [copied[0] ?? '', copied[0] ?? '', plain],
      ]) {
        await test.query(test.ours, 'update users set password_hash = $1 where id = $2', [
          await hashPassword(stored ?? ''),
          userIdOf('clinical'),
        ])
        for (const sent of typed) expect([sent, await statusOf(sent)]).toEqual([sent, 200])
      }
    })

    it('is stored again in the common form once it was right, unless it is already', async () => {
      const hashNow = async () =>
        (
          await test.query<{ hash: string }>(test.ours, 'select password_hash as hash from users where id = $1', [
            userIdOf('clinical'),
          ])
        )[0]?.hash
      const stored = await hashPassword(apart)
      await test.query(test.ours, 'update users set password_hash = $1 where id = $2', [stored, userIdOf('clinical')])
      expect(await statusOf(`${apart}x`)).toBe(401)
      expect(await hashNow()).toBe(stored)
      expect(await statusOf(apart)).toBe(200)
      const renewed = await hashNow()
      expect(renewed).not.toBe(stored)
      expect(await verify(renewed ?? '', composed)).toBe(true)
      expect(await statusOf(apart)).toBe(200)
      expect(await hashNow()).toBe(renewed)
    })
  })

  it('gives an equal reply for a wrong password, an unknown user, and a user of another tenant', async () => {
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
    const refusal = { statusCode: 401, code: 'wrong-credentials', message: phrases.serverErrors['wrong-credentials'] }
    expect(replies).toEqual([refusal, refusal, refusal])
  })

  it('refuses a user without a password like an unknown one', async () => {
    await test.query(test.ours, 'update users set password_hash = null where id = $1', [userIdOf('provider')])
    for (const sent of ['', ' ', 'null', password]) {
      const { statusCode } = await logIn(await visit(test.app, test.ours), emailOf('provider'), sent)
      expect(statusCode).toBe(sent === '' ? 422 : 401)
    }
  })

  it.each([
    [
      'account-suspended',
      `update users set status = 'suspended' where user_type <> 'machine'`,
      `update users set status = 'active'`,
    ],
    [
      'organisation-suspended',
      `update organisations set status = 'suspended'`,
      `update organisations set status = 'active'`,
    ],
    [
      'email-unverified',
      'update users set email_verified_at = null',
      `update users set email_verified_at = now() where user_type <> 'machine'`,
    ],
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
  ])('reports %s only after the right password (%s)', async (code, state, undo) => {
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

  it('starts a new session, whatever cookie the browser had', async () => {
    const client = await visit(test.app, test.ours)
    const planted = sessionOf(client)
    await logIn(client, emailOf('clinical'))
    expect(sessionOf(client)).not.toBe(planted)
    const thief = await visit(test.app, test.ours)
    thief.cookies.set('lateral_session', planted)
    expect((await thief.get('/users/my-details')).statusCode).toBe(401)
  })

  it('ends the browser’s earlier session', async () => {
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
        name: 'lateral_browser',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 31_536_000,
      },
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

  it('stores only the hash of the token', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    const [row] = await test.query(test.ours, 'select sessions::text as text from sessions where token_hash = $1', [
      hashToken(sessionOf(client)),
    ])
    expect(row?.text).toBeDefined()
    expect(row?.text).not.toContain(sessionOf(client))
    expect(row?.text).not.toContain(Buffer.from(sessionOf(client)).toString('hex'))
  })

  it('is audited, refusals included, without what was typed', async () => {
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
  const wrongly = async (client: Client, times: number, username = emailOf('group')) => {
    const statuses = []
    for (let i = 0; i < times; i += 1) statuses.push((await logIn(client, username, 'wrong')).statusCode)
    return statuses
  }
  /** A browser at the address of another one, which shares nothing else with it. */
  const neighbourOf = async ({ address }: Client) => {
    const neighbour = new Client(test.app, test.ours.host, address)
    await neighbour.get('/sanctum/csrf-cookie')
    return neighbour
  }
  /** Sets a counter as if so many attempts had failed. */
  const setAttempts = async (key: string, attempts: number) =>
    expect(
      await test.query(test.ours, 'update throttle_counters set attempts = $2 where key = $1 returning attempts', [
        hashToken(key),
        attempts,
      ]),
    ).toEqual([{ attempts }])
  const counters = () =>
    test.query(test.ours, 'select encode(key, $1) as key, attempts from throttle_counters order by key', ['hex'])
  beforeEach(forgetAttempts)

  /** Few enough that none waits too long for a connection, even on a busy machine. */
  const atOnce = 40
  /** Sends logins at once from one address, the first with this password and the others wrong, and counts the replies. */
  const manyAtOnce = async (password?: string) => {
    const browser = await visit(test.app, test.ours)
    const replies = await Promise.all(
      Array.from({ length: atOnce }, (_, i) => logIn(browser.copy(), emailOf('group'), i === 0 ? password : 'wrong')),
    )
    const answered = (status: number) => replies.filter(({ statusCode }) => statusCode === status).length
    return { checked: answered(401), right: answered(200), refused: answered(429) }
  }

  it('are limited to ten when many wrong ones come at once from one address', async () => {
    expect(await manyAtOnce('wrong')).toEqual({ checked: 10, right: 0, refused: atOnce - 10 })
  })

  it('before a right one are given back, and no others, when many come at once', async () => {
    const { checked, right, refused } = await manyAtOnce()
    expect(checked + right + refused).toBe(atOnce)
    // Up to nine may be counted before the right one, and as many more are checked after it.
    expect(checked).toBeLessThanOrEqual(right === 1 ? 19 : 10)
  })

  it('run out at an address after ten wrong ones, even for the right password, but not at other addresses', async () => {
    const client = await visit(test.app, test.ours)
    expect(await wrongly(client, 10)).toEqual(Array(10).fill(401))
    const right = await logIn(await neighbourOf(client), emailOf('group'))
    expect([right.statusCode, right.json().code]).toEqual([429, 'too-many-attempts'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    expect((await logIn(await visit(test.app, test.ours), emailOf('group'))).statusCode).toBe(200)
  })

  it('from many addresses are limited to a hundred per account, except in a browser of its owner', async () => {
    const owners = await logInAs(test.app, test.ours, 'group')
    await owners.post('/logout')
    await wrongly(await visit(test.app, test.ours), 1)
    await setAttempts(`login:${userIdOf('group')}`, 99)
    expect(await wrongly(await visit(test.app, test.ours), 2)).toEqual([401, 429])
    expect((await logIn(await visit(test.app, test.ours), emailOf('group'))).statusCode).toBe(429)
    expect((await logIn(owners, emailOf('group'))).statusCode).toBe(200)
  })

  it('of others at an address do not lock out a browser that its owner has used before', async () => {
    const nurse = await logInAs(test.app, test.ours, 'group')
    await nurse.post('/logout')
    const attacker = await neighbourOf(nurse)
    expect(await wrongly(attacker, 11)).toEqual([...Array(10).fill(401), 429])
    await setAttempts(`login:address:${attacker.address}`, 100)
    expect((await logIn(attacker, emailOf('clinical'))).statusCode).toBe(429)
    expect((await logIn(nurse, emailOf('group'))).statusCode).toBe(200)
  })

  it('are also limited to ten in a browser that its owner has used before', async () => {
    const nurse = await logInAs(test.app, test.ours, 'group')
    expect(await wrongly(nurse, 11)).toEqual([...Array(10).fill(401), 429])
    expect((await logIn(nurse, emailOf('group'))).statusCode).toBe(429)
    // The browser is known for one person only.
    expect(await wrongly(nurse, 1, emailOf('clinical'))).toEqual([401])
    expect((await logIn(await visit(test.app, test.ours), emailOf('group'))).statusCode).toBe(200)
  })

  it('are limited everywhere after a new password, because all browsers are forgotten', async () => {
    const nurse = await logInAs(test.app, test.ours, 'group')
    await nurse.put('/users/my-details/password', { currentPassword: password, password: 'Quiet-Harbour-Lights-7' })
    await test.query(test.ours, `update users set password_hash = $1 where user_type <> 'machine'`, [
      test.ours.passwordHash,
    ])
    await wrongly(await neighbourOf(nurse), 10)
    expect((await logIn(nurse, emailOf('group'))).statusCode).toBe(429)
  })

  it('that are refused neither spend attempts nor write anything', async () => {
    const attacker = await visit(test.app, test.ours)
    await wrongly(attacker, 1, 'nobody-1@clinic.test')
    await setAttempts(`login:address:${attacker.address}`, 99)
    expect(await wrongly(attacker, 2, 'nobody-2@clinic.test')).toEqual([401, 429])
    const before = await counters()
    expect(before).toHaveLength(5)
    for (const username of [emailOf('group'), 'nobody-1@clinic.test', 'somebody-new@clinic.test']) {
      expect(await wrongly(attacker, 12, username)).toEqual(Array(12).fill(429))
    }
    expect(await counters()).toEqual(before)
    expect((await logIn(await visit(test.app, test.ours), emailOf('group'))).statusCode).toBe(200)
  })

  it('that failed are given back after a successful one', async () => {
    const first = await visit(test.app, test.ours)
    for (const client of [first, await neighbourOf(first)]) {
      expect(await wrongly(client, 1)).toEqual([401])
      await setAttempts(`login:${userIdOf('group')}:address:${client.address}`, 9)
      expect((await logIn(client, emailOf('group'))).statusCode).toBe(200)
    }
  })

  it('do not count for another account, nor for the email in another tenant', async () => {
    const client = await visit(test.app, test.ours)
    await wrongly(client, 10)
    expect((await logIn(client, emailOf('clinical'))).statusCode).toBe(200)
    const theirs = new Client(test.app, test.theirs.host, client.address)
    await theirs.get('/sanctum/csrf-cookie')
    expect((await logIn(theirs, emailOf('group'))).statusCode).toBe(200)
  })

  it('count however the email is written', async () => {
    const client = await visit(test.app, test.ours)
    for (const username of [emailOf('group'), 'nobody@clinic.test']) {
      await wrongly(client, 10, username)
      expect((await logIn(client, ` ${username.toUpperCase()} `)).statusCode).toBe(429)
    }
  })

  it('are forgotten after fifteen minutes', async () => {
    const client = await visit(test.app, test.ours)
    await wrongly(client, 10)
    await test.query(test.ours, `update throttle_counters set window_started_at = now() - interval '16 minutes'`)
    expect((await logIn(client, emailOf('group'))).statusCode).toBe(200)
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', 429],
    ['2001:0db8:0001:0002::1', '2001:DB8:1:2::2', 429],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 200],
    ['::1', '::1:2', 429],
    ['2001:db8::1', '2001:db8:0:1::1', 200],
    ['::ffff:10.0.0.1', '10.0.0.1', 429],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.2', 200],
  ])('from %s and %s count as one address or two (%i)', async (from, next, status) => {
    const clients = [new Client(test.app, test.ours.host, from), new Client(test.app, test.ours.host, next)] as const
    for (const client of clients) await client.get('/sanctum/csrf-cookie')
    await wrongly(clients[0], 10)
    expect((await logIn(clients[1], emailOf('group'))).statusCode).toBe(status)
  })

  it('that succeed do not use up those of the address, which a clinic may share', async () => {
    const client = await visit(test.app, test.ours)
    await wrongly(client, 1)
    await logIn(client, emailOf('group'))
    const [row] = await test.query(test.ours, 'select attempts from throttle_counters where key = $1', [
      hashToken(`login:address:${client.address}`),
    ])
    expect(row).toEqual({ attempts: 1 })
  })
})
