import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { hashToken } from '../access/sessions/tokens.ts'
import { visit } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

const email = 'newcomer-2@clinic.test'
const chosen = 'Quiet-Harbour-Lights-7'
const link = 'set-up-link-2'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

beforeEach(async () => {
  for (const table of ['throttle_counters', 'messages', 'sessions', 'audit_events']) {
    await test.query(test.ours, `delete from ${table}`)
  }
  await test.query(test.ours, `delete from tokens where email = $1`, [email])
  await test.query(
    test.ours,
    `update users set password_hash = null, status = 'active', email_verified_at = null where email = $1`,
    [email],
  )
  await insertLink()
})

const insertLink = () =>
  test.query(
    test.ours,
    `insert into tokens (tenant_id, token_hash, user_id, purpose, email, expires_at)
     select tenant_id, $2, id, 'set-up', email, now() + interval '1 day' from users where email = $1`,
    [email, hashToken(link)],
  )

const open = async (id = link, tenant = test.ours) => (await visit(test.app, tenant)).get('/verify-new', { id })
const set = async (token: string, password = chosen) =>
  (await visit(test.app, test.ours)).put('/passwords', { token, email, password })

describe('the link of an invitation', () => {
  it('still works after a mail scanner has opened it five times, and verifies the email', async () => {
    const tokens: string[] = []
    for (let i = 0; i < 5; i += 1) tokens.push((await open()).json().data.token)
    const response = await open()
    expect([response.statusCode, response.json().data.email]).toEqual([200, email])
    const { token } = response.json().data
    expect(new Set([...tokens, token]).size).toBe(6)
    for (const earlier of tokens) expect((await set(earlier)).json().code).toBe('link-invalid')
    expect((await set(token)).statusCode).toBe(204)
    const login = await (await visit(test.app, test.ours)).post('/login', { username: email, password: chosen })
    expect([login.statusCode, login.json().data.emailVerification]).toEqual([200, 'verified'])
    expect(await test.query(test.ours, 'select purpose from tokens where email = $1', [email])).toEqual([])
  })

  it('leaves one working token when it is opened many times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => open()))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    const statuses = []
    for (const reply of replies) statuses.push((await set(reply.json().data.token)).statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404, 404])
  })

  it('does not send a notice about a changed password', async () => {
    await set((await open()).json().data.token)
    expect(await test.query(test.ours, 'select template from messages')).toEqual([])
  })

  it('is audited as the person’s own action', async () => {
    await open()
    expect(await test.query(test.ours, 'select action, actor_id = resource_id as own from audit_events')).toEqual([
      { action: 'invitation.opened', own: true },
    ])
  })

  it('gets an equal reply when it is unknown, foreign, used or expired, or its user is suspended', async () => {
    const replies = [await open('unknown'), await open(''), await open(`${link}x`)]
    const [foreign, other] = ['set-up-link-17', 'set-up-link-3']
    for (const known of [foreign, other]) expect((await open(known)).statusCode).toBe(200)
    replies.push(await open(foreign, test.theirs))
    await test.query(test.ours, `update users set status = 'suspended' where email = $1`, [email])
    replies.push(await open())
    await test.query(test.ours, `update users set status = 'active' where email = $1`, [email])
    expect((await set((await open()).json().data.token)).statusCode).toBe(204)
    replies.push(await open())
    await test.query(test.ours, `update tokens set expires_at = now()`)
    replies.push(await open(other))
    for (const reply of replies) {
      const { requestId: _, ...rest } = reply.json()
      expect({ statusCode: reply.statusCode, ...rest }).toEqual({
        statusCode: 404,
        code: 'link-invalid',
        message: phrases.serverErrors['link-invalid'],
      })
    }
  })

  it('does nothing once the password was set by another link, even if its mail was sent later', async () => {
    const [user] = await test.query<{ id: string }>(test.ours, 'select id from users where email = $1', [email])
    await test.query(
      test.ours,
      `insert into tokens (tenant_id, token_hash, user_id, purpose, email, expires_at)
       select tenant_id, $2, id, 'password', email, now() + interval '1 hour' from users where id = $1`,
      [user?.id, hashToken('forgotten')],
    )
    expect((await set('forgotten')).statusCode).toBe(204)
    expect((await open()).json().code).toBe('link-invalid')
    await insertLink()
    expect((await open()).json().code).toBe('link-invalid')
  })

  it('is limited when it is opened all the time, and works again after a quarter of an hour', async () => {
    const visitor = await visit(test.app, test.ours)
    for (let i = 0; i < 60; i += 1) await visitor.get('/verify-new', { id: link })
    const refused = await visitor.get('/verify-new', { id: link })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-attempts'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await test.query(test.ours, `update throttle_counters set window_started_at = now() - interval '16 minutes'`)
    expect((await open()).statusCode).toBe(200)
  })
})
