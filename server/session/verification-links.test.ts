import { describe, expect, it } from 'vitest'
import { hashToken } from '../access/sessions/tokens.ts'
import { visit } from '../../tests/server/client.ts'
import { asOwnerIn } from '../../tests/server/rows.ts'
import { emailOf, userIdOf } from '../../tests/server/tenants.ts'
import {
  password,
  test,
  visitor,
  aForm,
  register,
  open,
  verify,
  mailTo,
  registeredToken,
  outbox,
  eventsAbout,
  userOf,
} from '../../tests/server/registered-people.ts'

describe('the link of a registration', () => {
  it('gets an equal reply each time, even at once, and is audited once', async () => {
    const email = 'scanned@people.test'
    const token = await registeredToken(email)
    const replies = await Promise.all(Array.from({ length: 6 }, () => verify(token, visitor.copy())))
    replies.push(await verify(token), await verify(token, await visit(test.app, test.ours)))
    for (const { statusCode, json } of replies) expect([statusCode, json()]).toEqual([200, { data: { email } }])
    expect((await open(token)).json().data).toEqual({ email, fullName: 'Rosa Quill', needs: 'nothing' })
    const user = await userOf(email)
    expect(await eventsAbout(String(user?.id))).toEqual([
      { action: 'user.self-registered', outcome: 'done' },
      { action: 'user.email-verified', outcome: 'done' },
    ])
    expect(user?.version).toBe(2)
  })

  it('gets the usual reply while another call verifies it', async () => {
    const token = await registeredToken('twice@people.test')
    // The other call's changes are made once this call waits for the table of browsers.
    const answered = await asOwnerIn(test.database.owner, test.ours.id, async (other) => {
      await other.query('lock table browsers in access exclusive mode')
      const asked = verify(token, visitor.copy())
      const waiting = `select from pg_locks where relation = 'browsers'::regclass and not granted`
      await expect.poll(async () => (await other.query(waiting)).rows).toHaveLength(1)
      await other.query(`update users set email_verified_at = now() where email = 'twice@people.test'`)
      await other.query(`delete from browsers where user_id = (select id from users where email = 'twice@people.test')`)
      // Wrapped in an object, because a returned promise would be awaited here.
      return { asked }
    })
    const { statusCode } = await answered.asked
    expect(statusCode).toBe(200)
  })

  it('can be opened without a session', async () => {
    const token = await registeredToken('bare@people.test')
    const response = await test.app.inject({
      url: `/api/v1/verify-new-self-registration?id=${token}`,
      headers: { host: test.ours.host },
    })
    expect(response.statusCode).toBe(200)
  })

  it('answers 404 when it is mangled, of another purpose, another tenant’s or expired', async () => {
    const foreign = await registeredToken('theirs@people.test', await visit(test.app, test.theirs), test.theirs)
    const own = await registeredToken('ours@people.test')
    const replies = []
    for (const id of ['', 'x', `${own}x`, own.slice(1), 'A'.repeat(500), '\u0000', foreign])
      replies.push(await verify(id), await open(id))
    replies.push(await visitor.post('/verify', { id: own }), await visitor.get('/verify', { id: own }))
    await test.query(test.ours, `update tokens set expires_at = now() where token_hash = $1`, [hashToken(own)])
    replies.push(await verify(own), await open(own))
    for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([404, 'link-invalid'])
    expect((await userOf('ours@people.test'))?.email_verified_at).toBeNull()
    expect((await open(foreign, await visit(test.app, test.theirs))).statusCode).toBe(200)
  })

  it('verifies only the address that it was sent to', async () => {
    const token = await registeredToken('first@people.test')
    await test.query(test.ours, `update users set email = 'second@people.test' where email = 'first@people.test'`)
    expect((await verify(token)).statusCode).toBe(404)
    expect((await userOf('second@people.test'))?.email_verified_at).toBeNull()
  })
})

describe('the link to a new email', () => {
  /** Begins a change of email, and returns the token of the mail's link to the new address. */
  async function changing(from: string, to: string): Promise<string> {
    await verify(await registeredToken(from))
    await test.query(test.ours, 'update users set pending_email = $2 where email = $1', [from, to])
    await visitor.post('/verification-emails', { email: from })
    const { link } = await mailTo(to)
    expect(link.pathname).toBe('/verify')
    return link.searchParams.get('id') ?? ''
  }

  const follow = (id: string, client = visitor) => client.post('/verify', { id, password })

  it('replaces the old one once, and gets an equal reply each time', async () => {
    const token = await changing('old@people.test', 'new@people.test')
    const replies = await Promise.all(Array.from({ length: 4 }, () => follow(token, visitor.copy())))
    replies.push(await follow(token))
    for (const reply of replies) {
      expect([reply.statusCode, reply.json()]).toEqual([200, { data: { email: 'new@people.test' } }])
    }
    const user = await userOf('new@people.test')
    expect(user).toMatchObject({ pending_email: null, email_verified_at: expect.any(Date) })
    expect(await userOf('old@people.test')).toBeUndefined()
    const moves = (await eventsAbout(String(user?.id))).filter(({ action }) => action === 'user.email-verified')
    expect(moves).toHaveLength(2)
  })

  it('ends when another new email is requested', async () => {
    const token = await changing('one@people.test', 'two@people.test')
    await test.query(test.ours, `update users set pending_email = 'three@people.test' where email = 'one@people.test'`)
    expect((await follow(token)).statusCode).toBe(404)
    expect((await visitor.get('/verify', { id: token })).statusCode).toBe(404)
    expect(await userOf('one@people.test')).toBeDefined()
  })

  it('ends when another account has the email', async () => {
    const token = await changing('early@people.test', 'wanted@people.test')
    await register(aForm({ email: 'wanted@people.test' }))
    const response = await follow(token)
    expect([response.statusCode, response.json().code]).toEqual([404, 'link-invalid'])
    expect((await visitor.get('/verify', { id: token })).statusCode).toBe(404)
    expect(await userOf('early@people.test')).toMatchObject({ pending_email: 'wanted@people.test' })
  })
})

describe('asking for the mail again', () => {
  const ask = (email: string, client = visitor) => client.post('/verification-emails', { email })

  it('sends a link that replaces the earlier one', async () => {
    const email = 'again@people.test'
    const earlier = await registeredToken(email)
    expect((await ask(email.toUpperCase())).statusCode).toBe(204)
    const later = (await mailTo(email, 2)).link.searchParams.get('id') ?? ''
    expect((await verify(earlier)).statusCode).toBe(404)
    expect((await verify(later)).statusCode).toBe(200)
  })

  it('gets an equal reply and sends nothing when there is nothing to verify', async () => {
    await test.query(test.ours, `update users set email_verified_at = null, status = 'suspended' where id = $1`, [
      userIdOf('organisation'),
    ])
    const before = await outbox()
    for (const email of [emailOf('tenant'), emailOf('organisation'), 'nobody@clinic.test']) {
      expect((await ask(email)).statusCode).toBe(204)
    }
    expect(await outbox()).toBe(before)
  })

  it('sends three in fifteen minutes and then silently none', async () => {
    const email = 'often@people.test'
    await registeredToken(email)
    const before = await outbox()
    for (let i = 0; i < 5; i += 1) expect((await ask(email)).statusCode).toBe(204)
    expect((await outbox()) - before).toBe(3)
  })

  it('is limited per address for one email, and accepted for others', async () => {
    for (let i = 0; i < 31; i += 1) expect((await ask(`nobody-${i}@clinic.test`)).statusCode).toBe(204)
    const statuses: number[] = []
    for (let i = 0; i < 34; i += 1) statuses.push((await ask('nobody-ever@clinic.test')).statusCode)
    expect(statuses).toEqual([...Array(33).fill(204), 429])
  })
})
