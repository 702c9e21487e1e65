import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { hashToken } from '../access/sessions/tokens.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password, userIdOf } from '../../tests/server/tenants.ts'

const fresh = 'Quiet-Harbour-Lights-7'
const user = userIdOf('clinical')
const email = emailOf('clinical')

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
})
afterAll(() => test.close())

beforeEach(async () => {
  await test.query(test.ours, 'delete from throttle_counters')
  await test.query(test.ours, 'delete from development_mail')
  await test.query(test.ours, 'delete from messages')
  await test.query(test.ours, 'delete from tokens')
  await test.query(test.ours, `update users set password_hash = $1, status = 'active' where user_type <> 'machine'`, [
    test.ours.passwordHash,
  ])
})

const ask = async (address: string, client?: Client) =>
  (client ?? (await visit(test.app, test.ours))).post('/password-resets', { email: address })
const set = async (body: { token: string; email?: string; password?: string }, tenant = test.ours) =>
  (await visit(test.app, tenant)).put('/passwords', { email, password: fresh, ...body })
const mailTo = async (address: string, subject: RegExp) => {
  await expect
    .poll(async () => (await test.mails(test.ours, address)).map((mail) => mail.subject))
    .toContainEqual(expect.stringMatching(subject))
  const found = (await test.mails(test.ours, address)).find((mail) => subject.test(mail.subject))
  if (found === undefined) throw new Error('The mail went away')
  return found
}
const newToken = async () => {
  expect((await ask(email)).statusCode).toBe(204)
  return (await mailTo(email, /Set a new password/)).link.searchParams.get('token') ?? ''
}
const logIn = async (sent: string) =>
  (await (await visit(test.app, test.ours)).post('/login', { username: email, password: sent })).statusCode

describe('a link to a new password', () => {
  it('leads to the tenant’s own host, and only its hash is stored', async () => {
    await ask(email.toUpperCase())
    const { link, text, html } = await mailTo(email, /Set a new password/)
    expect(link.host).toBe(`${test.ours.slug}.localhost:3000`)
    expect(link.pathname).toBe('/forgotten-password')
    const token = link.searchParams.get('token') ?? ''
    const rows = await test.query<{ token_hash: Buffer }>(test.ours, 'select token_hash from tokens')
    expect(rows).toEqual([{ token_hash: hashToken(token) }])
    expect(text).toContain(`${test.ours.marker} Health`)
    expect(html).toContain(`href="${link.href}"`)
    const [messages] = await test.query<{ all: string }>(
      test.ours,
      'select json_agg(messages)::text as all from messages',
    )
    expect(messages?.all).not.toContain(token)
  })

  it('sets the password, ends every session in every process, and notifies the person', async () => {
    const before = await logInAs(test.app, test.ours, 'clinical')
    const elsewhere = before.copy(await test.another())
    expect((await set({ token: await newToken() })).statusCode).toBe(204)
    expect((await before.get('/users/my-details')).statusCode).toBe(401)
    expect((await elsewhere.get('/users/my-details')).statusCode).toBe(401)
    expect([await logIn(password), await logIn(fresh)]).toEqual([401, 200])
    await mailTo(email, /was changed/)
    const events = await test.query(test.ours, `select actor_id from audit_events where action = 'password.set'`)
    expect(events).toContainEqual({ actor_id: user })
  })

  it('lets its person log in, in the browser that set it, while others guess from everywhere', async () => {
    const client = await visit(test.app, test.ours)
    await (await visit(test.app, test.ours)).post('/login', { username: email, password: 'wrong' })
    const total = hashToken(`login:${user}`)
    await test.query(test.ours, 'update throttle_counters set attempts = 100 where key = $1', [total])
    expect((await client.post('/login', { username: email, password })).statusCode).toBe(429)
    const token = await newToken()
    expect((await client.put('/passwords', { token, email, password: fresh })).statusCode).toBe(204)
    expect(await logIn(fresh)).toBe(429)
    expect((await client.post('/login', { username: email, password: fresh })).statusCode).toBe(200)
  })

  it('works for any number of people at one address, because a success gives its attempt back', async () => {
    const client = await visit(test.app, test.ours)
    const wrong = () => client.put('/passwords', { token: 'A'.repeat(43), email, password: fresh })
    for (let i = 0; i < 29; i += 1) expect((await wrong()).statusCode).toBe(404)
    for (let i = 0; i < 2; i += 1) {
      const token = await newToken()
      expect((await client.put('/passwords', { token, email, password: `${fresh}-${i}` })).statusCode).toBe(204)
      await test.query(test.ours, 'delete from development_mail')
    }
    expect([(await wrong()).statusCode, (await wrong()).statusCode]).toEqual([404, 429])
  })

  it('works once, even for two simultaneous requests', async () => {
    const token = await newToken()
    const replies = await Promise.all([set({ token }), set({ token, password: `${fresh}-2` })])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect((await set({ token })).json()).toMatchObject({ code: 'link-invalid' })
  })

  it('is replaced by a newer one', async () => {
    const first = await newToken()
    await test.query(test.ours, 'delete from development_mail')
    const second = await newToken()
    expect((await set({ token: first })).statusCode).toBe(404)
    expect((await set({ token: second })).statusCode).toBe(204)
  })

  it('gets an equal reply when it is unknown, mangled, expired, another tenant’s or another person’s', async () => {
    const token = await newToken()
    const replies = [
      await set({ token: 'x' }),
      await set({ token: `${token}x` }),
      await set({ token }, test.theirs),
      await set({ token, email: emailOf('tenant') }),
    ]
    await test.query(test.ours, `update tokens set expires_at = now()`)
    replies.push(await set({ token }))
    for (const reply of replies) {
      const { requestId: _, ...rest } = reply.json()
      expect({ statusCode: reply.statusCode, ...rest }).toEqual({
        statusCode: 404,
        code: 'link-invalid',
        message: phrases.serverErrors['link-invalid'],
      })
    }
  })

  it('sets the password in the common form, which works on every device', async () => {
    const token = await newToken()
    expect((await set({ token: `\u200b${token}\u00a0`, password: ' Mantel-Pin\u0303ata-77\u200b\n' })).statusCode).toBe(
      204,
    )
    for (const typed of ['Mantel-Piñata-77', 'Mantel-Pin\u0303ata-77', 'Mantel-Piñata-77 ']) {
      expect([typed, await logIn(typed)]).toEqual([typed, 200])
    }
  })

  it('does nothing for a user who has been suspended', async () => {
    const token = await newToken()
    await test.query(test.ours, `update users set status = 'suspended' where id = $1`, [user])
    expect((await set({ token })).statusCode).toBe(404)
  })

  it.each([
    ['Short-1', 'Must use 10 or more'],
    ['no capitals or digits here', 'Must use 10 or more'],
    ['Password123!', 'too easy to guess'],
    ['Qwerty123456', 'too easy to guess'],
    ['Oursides-rule-99x', 'cannot contain'],
  ])('refuses %s and can be used again', async (weak, words) => {
    const token = await newToken()
    const refused = await set({ token, password: weak })
    expect([refused.statusCode, refused.json().errors.password[0]]).toEqual([422, expect.stringContaining(words)])
    expect((await set({ token })).statusCode).toBe(204)
  })
})

describe('asking for a link', () => {
  it('gets an equal reply for everybody, and only those who may log in get a mail', async () => {
    await test.query(test.ours, `update users set status = 'suspended' where id = $1`, [userIdOf('group')])
    const replies = []
    for (const address of [email, 'nobody@clinic.test', emailOf('group')]) replies.push(await ask(address))
    expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [204, ''],
      [204, ''],
      [204, ''],
    ])
    await mailTo(email, /Set a new password/)
    const waiting = await test.query<{ recipient: string }>(
      test.ours,
      'select recipient from messages where state <> $1',
      ['sent'],
    )
    expect(waiting).toEqual([])
    expect(await test.mails(test.ours, emailOf('group'))).toEqual([])
  })

  it('sends three mails in a quarter of an hour, whoever asks, and stops an address after thirty more', async () => {
    const visitor = await visit(test.app, test.ours)
    const replies = []
    for (let i = 0; i < 34; i += 1) replies.push((await ask(email, visitor)).statusCode)
    expect(replies).toEqual([...Array.from({ length: 33 }, () => 204), 429])
    expect((await ask(email)).statusCode).toBe(204)
    const sent = await test.query(test.ours, 'select recipient from messages')
    expect(sent).toEqual([{ recipient: email }, { recipient: email }, { recipient: email }])
  })

  it('is accepted three hundred times in a quarter of an hour from a shared address, with or without accounts', async () => {
    const visitor = await visit(test.app, test.ours)
    for (let i = 0; i < 35; i += 1) expect((await ask(`nobody${i}@clinic.test`, visitor)).statusCode).toBe(204)
    const left = async () =>
      (await test.query<{ attempts: number }>(test.ours, 'select attempts from throttle_counters')).map(
        ({ attempts }) => attempts,
      )
    expect((await left()).toSorted((a, b) => b - a).slice(0, 1)).toEqual([35])
    await test.query(test.ours, 'update throttle_counters set attempts = 299 where attempts = 35')
    expect((await ask(email, visitor)).statusCode).toBe(204)
    expect((await ask('nobody@clinic.test', visitor)).statusCode).toBe(429)
  })
})

it('a login with a password that must be changed gets a token to do so', async () => {
  await test.query(test.ours, 'update users set must_change_password = true where id = $1', [user])
  const visitor = await visit(test.app, test.ours)
  const refused = await visitor.post('/login', { username: email, password })
  expect(refused.json()).toMatchObject({ code: 'password-update-required', email, token: expect.any(String) })
  expect((await set({ token: refused.json().token })).statusCode).toBe(204)
  expect(await logIn(fresh)).toBe(200)
})
