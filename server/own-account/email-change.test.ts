import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password, userIdOf } from '../../tests/server/tenants.ts'

const user = userIdOf('clinical')
const earlier = emailOf('clinical')
const wanted = 'Wanted@people.test'
const fresh = 'Quiet-Harbour-Lights-7'
const templates = phrases.mail

let test: TestApp
let client: Client

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of ['throttle_counters', 'development_mail', 'messages', 'tokens', 'sessions']) {
    await test.query(test.ours, `delete from ${table}`)
  }
  await test.query(
    test.ours,
    `update users set email = $1, pending_email = null, password_hash = $2, email_verified_at = now() where id = $3`,
    [earlier, test.ours.passwordHash, user],
  )
  client = await logInAs(test.app, test.ours, 'clinical')
})

const change = (email = wanted, currentPassword = password, by = client) =>
  by.put('/users/my-details/email', { currentPassword, email })
const logIn = async (username: string, sent = password) =>
  (await visit(test.app, test.ours)).post('/login', { username, password: sent })
const mailTo = async (address: string, subject: string) => {
  await expect.poll(async () => (await test.mails(test.ours, address)).map((mail) => mail.subject)).toContain(subject)
  const found = (await test.mails(test.ours, address)).find((mail) => mail.subject === subject)
  if (found === undefined) throw new Error('The mail went away')
  return found
}
/** Waits until no message is waiting, and lists the recipients. */
const sent = async () => {
  await expect.poll(() => test.query(test.ours, `select id from messages where state = 'waiting'`)).toEqual([])
  return test.query(test.ours, 'select template, recipient from messages order by template')
}

describe('changing one’s own email', () => {
  it('ends every session including the current one, and notifies both addresses', async () => {
    const other = await logInAs(test.app, test.ours, 'clinical')
    expect((await change()).statusCode).toBe(204)
    for (const ended of [client, other]) expect((await ended.get('/users/my-details')).statusCode).toBe(401)
    const notice = await mailTo(earlier, templates['email-changed.subject'])
    expect(notice.link.pathname).toBe('/password-reset')
    expect(notice.text).not.toContain(wanted)
    expect((await mailTo(wanted, templates['verify-email.subject'])).link.pathname).toBe('/verify')
    const events = await test.query(
      test.ours,
      `select actor_id, outcome, details from audit_events where action = 'user.email-change'`,
    )
    expect(events).toEqual([{ actor_id: user, outcome: 'done', details: null }])
  })

  it('stops logins until the new address is verified, and says which address that is', async () => {
    await change()
    const refused = await logIn(earlier)
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'email-unverified', email: wanted }),
    ])
    expect((await logIn(earlier, 'Wrong-password-1')).statusCode).toBe(401)
    expect((await logIn(wanted)).statusCode).toBe(401)
    const { link } = await mailTo(wanted, templates['verify-email.subject'])
    expect((await client.post('/verify', { id: link.searchParams.get('id') })).statusCode).toBe(200)
    expect((await logIn(wanted)).statusCode).toBe(200)
    expect((await logIn(earlier)).statusCode).toBe(401)
  })

  it.each([wanted, earlier])('sends the link to the new address again when %s is given', async (given) => {
    await change()
    await sent()
    await test.query(test.ours, 'delete from development_mail')
    const visitor = await visit(test.app, test.ours)
    expect((await visitor.post('/verification-emails', { email: given.toUpperCase() })).statusCode).toBe(204)
    await mailTo(wanted, templates['verify-email.subject'])
  })

  it('is cancelled by a new password that is set from the old address', async () => {
    await change()
    const { link } = await mailTo(wanted, templates['verify-email.subject'])
    const visitor = await visit(test.app, test.ours)
    await visitor.post('/password-resets', { email: earlier })
    const reset = await mailTo(earlier, templates['password-reset.subject'])
    const token = reset.link.searchParams.get('token')
    expect((await visitor.put('/passwords', { token, email: earlier, password: fresh })).statusCode).toBe(204)
    expect((await logIn(earlier, fresh)).statusCode).toBe(200)
    expect((await visitor.post('/verify', { id: link.searchParams.get('id'), password })).statusCode).toBe(404)
    expect(await test.query(test.ours, 'select purpose from tokens')).toEqual([])
  })

  it('ends the links to an earlier requested address', async () => {
    await change('First@people.test')
    const { link } = await mailTo('First@people.test', templates['verify-email.subject'])
    await test.query(test.ours, 'update users set pending_email = null where id = $1', [user])
    client = await logInAs(test.app, test.ours, 'clinical')
    await change()
    const visitor = await visit(test.app, test.ours)
    expect((await visitor.post('/verify', { id: link.searchParams.get('id'), password })).statusCode).toBe(404)
  })

  it('is not completed by a link while the account is suspended', async () => {
    await change()
    const { link } = await mailTo(wanted, templates['verify-email.subject'])
    await test.query(test.ours, `update users set status = 'suspended' where id = $1`, [user])
    const visitor = await visit(test.app, test.ours)
    const late = await visitor.post('/verify', { id: link.searchParams.get('id'), password })
    await test.query(test.ours, `update users set status = 'active' where id = $1`, [user])
    expect([late.statusCode, late.json().code]).toEqual([404, 'link-invalid'])
    expect(await test.query(test.ours, 'select email from users where id = $1', [user])).toEqual([{ email: earlier }])
  })

  it('refuses the present email, in any case', async () => {
    const refused = await change(earlier.toUpperCase())
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { email: [phrases.rules.sameEmail] }])
    expect((await client.get('/users/my-details')).statusCode).toBe(200)
  })

  it('limits wrong passwords without blocking logins', async () => {
    const wrong = await change(wanted, 'Wrong-password-1')
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      { currentPassword: [phrases.serverRules.wrongPassword] },
    ])
    const replies = await Promise.all(
      Array.from({ length: 9 }, () => change(wanted, 'Wrong-password-1', client.copy())),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(422))
    expect((await change()).statusCode).toBe(429)
    expect((await logIn(earlier)).statusCode).toBe(200)
    expect((await client.get('/users/my-details')).statusCode).toBe(200)
    expect(await sent()).toEqual([])
  })

  it('can be requested three times in a quarter of an hour', async () => {
    const statuses = []
    for (let i = 0; i < 4; i += 1) {
      await test.query(test.ours, 'update users set pending_email = null where id = $1', [user])
      client = await logInAs(test.app, test.ours, 'clinical')
      statuses.push((await change(`wanted-${i}@people.test`)).statusCode)
    }
    expect(statuses).toEqual([204, 204, 204, 429])
    expect((await client.get('/users/my-details')).statusCode).toBe(200)
    expect(await sent()).toHaveLength(6)
  })
})

describe('changing to an email that has an account', () => {
  const taken = emailOf('group')

  it('gets an equal reply, and notifies the owner instead of sending a link', async () => {
    const free = await change()
    await test.query(test.ours, 'update users set pending_email = null where id = $1', [user])
    await test.query(test.ours, 'delete from messages')
    client = await logInAs(test.app, test.ours, 'clinical')
    const answer = await change(taken.toUpperCase())
    expect([answer.statusCode, answer.body]).toEqual([free.statusCode, free.body])
    expect(await sent()).toEqual([
      { template: 'already-registered', recipient: taken },
      { template: 'email-changed', recipient: earlier },
    ])
    expect((await logIn(earlier)).json()).toMatchObject({ code: 'email-unverified', email: taken.toUpperCase() })
    expect((await logIn(taken)).statusCode).toBe(200)
  })

  it('does not send a link there on request either', async () => {
    await change(taken)
    const before = await sent()
    const visitor = await visit(test.app, test.ours)
    for (const email of [taken, earlier]) {
      expect((await visitor.post('/verification-emails', { email })).statusCode).toBe(204)
    }
    expect(await sent()).toEqual(before)
  })
})

it('a login whose password was checked before the change gets no session', async () => {
  const replies = await Promise.all([logIn(earlier), change(), logIn(earlier), logIn(earlier)])
  expect(replies[1]?.statusCode).toBe(204)
  expect(await test.query(test.ours, 'select id from sessions where user_id = $1', [user])).toEqual([])
})
