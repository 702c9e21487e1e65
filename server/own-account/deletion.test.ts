import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { countWaiting } from '../../tests/server/waiting.ts'
import { asOwnerIn } from '../../tests/server/rows.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { password } from '../../tests/server/tenants.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
})
afterAll(() => test.close())

const path = '/users/my-details'
const leave = (client: Client, changes: object = {}) =>
  client.put(`${path}/delete`, {
    currentPassword: password,
    reason: 'no-longer-required',
    reasonText: null,
    ...changes,
  })
const myself = async (client: Client): Promise<{ id: string; email: string }> => (await client.get(path)).json().data
const statusOf = async (id: string) =>
  (await test.query<{ status: string }>(test.ours, 'select status from users where id = $1', [id]))[0]?.status
const eventsOf = (id: string) =>
  test.query(
    test.ours,
    `select outcome, details, resource_id from audit_events where action = 'user.deleted' and actor_id = $1`,
    [id],
  )

describe('deleting one’s own account', () => {
  it('ends every session, frees the email, and stores the reason separately', async () => {
    const client = await logInAsSpare(test, test.ours, 'clinical')
    const { id, email } = await myself(client)
    const other = await logInAs(test.app, test.ours, { email })
    const response = await leave(client, { reason: 'other', reasonText: 'Moved to Dr Finch' })
    expect([response.statusCode, response.body]).toEqual([204, ''])
    for (const ended of [client, other]) expect((await ended.get(path)).statusCode).toBe(401)
    const visitor = await visit(test.app, test.ours)
    expect((await visitor.post('/login', { username: email, password })).json().code).toBe('wrong-credentials')
    expect((await visitor.post('/login', { username: `anonymized-${id}`, password })).statusCode).toBe(401)
    expect(await eventsOf(id)).toEqual([{ outcome: 'done', details: { reason: 'other' }, resource_id: id }])
    const reasons = await test.query(test.ours, `select * from account_deletions where reason = 'other'`)
    expect(reasons).toEqual([
      {
        tenant_id: test.ours.id,
        id: expect.stringMatching(/^.{14}4/),
        user_type: 'clinical',
        reason: 'other',
        reason_text: 'Moved to Dr Finch',
        deleted_on: expect.anything(),
      },
    ])
    expect(JSON.stringify(reasons)).not.toContain(id)
  })

  it('gives the browser a new anonymous session', async () => {
    const client = await logInAsSpare(test, test.ours, 'patient')
    const before = client.cookies.get('lateral_session')
    await leave(client)
    expect(client.cookies.get('lateral_session')).not.toBe(before)
    expect((await client.post('/login', { username: 'nobody@clinic.test', password })).statusCode).toBe(401)
  })

  it('sends a farewell without a name, and then keeps no address', async () => {
    const waiting = () => test.query(test.ours, 'select id from messages')
    await expect.poll(waiting).toEqual([])
    await test.query(test.ours, 'delete from development_mail')
    const client = await logInAsSpare(test, test.ours, 'patient')
    const { email } = await myself(client)
    await leave(client)
    const farewells = () =>
      test.query<Record<string, string>>(test.ours, 'select recipient, subject, text, html from development_mail')
    await expect.poll(farewells).toHaveLength(1)
    const [farewell] = await farewells()
    expect(farewell).toMatchObject({ recipient: 'Anonymized', subject: phrases.mail['account-deleted.subject'] })
    expect(farewell?.text).toContain(phrases.mail.greetingWithoutName)
    expect(JSON.stringify(farewell)).not.toContain(email)
    expect(farewell?.html).not.toContain('href')
    expect(await waiting()).toEqual([])
  })

  it('needs the password, and limits wrong ones without blocking logins', async () => {
    const client = await logInAsSpare(test, test.ours, 'clinical')
    const { id, email } = await myself(client)
    const wrong = () => leave(client.copy(), { currentPassword: 'Wrong-password-1' })
    expect((await wrong()).json().errors).toEqual({ currentPassword: [phrases.serverRules.wrongPassword] })
    const replies = await Promise.all(Array.from({ length: 9 }, wrong))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(422))
    expect((await leave(client)).statusCode).toBe(429)
    expect((await (await visit(test.app, test.ours)).post('/login', { username: email, password })).statusCode).toBe(
      200,
    )
    expect(await statusOf(id)).toBe('active')
    expect(await eventsOf(id)).toEqual(Array(10).fill({ outcome: 'refused', details: null, resource_id: null }))
  })

  it('erases nothing anywhere when a part of it fails', async () => {
    const client = await logInAsSpare(test, test.ours, 'patient')
    const { id, email } = await myself(client)
    const { home } = test.ours.places
    await asOwnerIn(test.database.owner, test.ours.id, async (owner) => {
      await owner.query(
        `insert into subjects (tenant_id, id, kind, organisation_id, group_id, user_id)
         values ($1, $2, 'human', $3, $4, $2)`,
        [test.ours.id, id, home.organisationId, home.groupId],
      )
      await owner.query(
        `insert into subject_identities (tenant_id, subject_id, group_id, email) values ($1, $2, $3, $4)`,
        [test.ours.id, id, home.groupId, email],
      )
      await owner.query(
        `insert into invites (tenant_id, id, organisation_id, group_id, email, lang, invited_by, expires_at)
         values ($1, $2, $3, $4, $5, 'en', $2, now() + interval '1 day')`,
        [test.ours.id, id, home.organisationId, home.groupId, email],
      )
    })
    const left = () =>
      test.query(
        test.ours,
        `select u.status, u.email, i.email as invited, n.email as tested, count(s.id)::int as sessions
         from users u
         join invites i on i.tenant_id = u.tenant_id and i.id = u.id
         left join subject_identities n on n.tenant_id = u.tenant_id and n.subject_id = u.id
         left join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id
         where u.id = $1 group by u.status, u.email, i.email, n.email`,
        [id],
      )
    const before = await left()
    expect(before).toEqual([{ status: 'active', email, invited: email, tested: email, sessions: 1 }])
    await test.query(test.ours, `alter table users add constraint all_stay check (status <> 'deleted') not valid`)
    expect((await leave(client)).statusCode).toBe(500)
    await test.query(test.ours, 'alter table users drop constraint all_stay')
    expect(await left()).toEqual(before)
    expect(await eventsOf(id)).toEqual([])
    expect((await leave(client)).statusCode).toBe(204)
    expect(await left()).toMatchObject([{ status: 'deleted', tested: null, sessions: 0 }])
  })

  it.each([
    [{ reason: 'other', reasonText: null }, 'reasonText', phrases.rules.deletionReason],
    [{ reason: 'other', reasonText: '  ' }, 'reasonText', phrases.rules.deletionReason],
    [{ reason: 'bored' }, 'reason', phrases.rules.choice],
  ])('refuses %j', async (changes, field, words) => {
    const client = await logInAsSpare(test, test.ours, 'clinical')
    expect((await leave(client, changes)).json().errors).toEqual({ [field]: [words] })
  })

  it('happens once when it is requested several times at once', async () => {
    const client = await logInAsSpare(test, test.ours, 'patient')
    const { id } = await myself(client)
    const replies = await Promise.all(Array.from({ length: 4 }, () => leave(client.copy())))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 401, 401, 401])
    expect(await eventsOf(id)).toEqual([
      { outcome: 'done', details: { reason: 'no-longer-required' }, resource_id: id },
    ])
  })

  it('prevents writes by requests that began before it: no session, no message, no password', async () => {
    const client = await logInAsSpare(test, test.ours, 'patient')
    const { id, email } = await myself(client)
    const visitor = await visit(test.app, test.ours)
    const replies = await asOwnerIn(test.database.owner, test.ours.id, async (erasure) => {
      await erasure.query('select from users where tenant_id = $1 and id = $2 for update', [test.ours.id, id])
      const begun = [
        visitor.post('/password-resets', { email }),
        visitor.copy().post('/login', { username: email, password }),
        client.copy().put(`${path}/password`, { currentPassword: password, password: 'Quiet-Harbour-Lights-7' }),
      ]
      await expect.poll(() => countWaiting(test.database)).toBeGreaterThanOrEqual(begun.length)
      await erasure.query(
        `update users set status = 'deleted', email = 'anonymized-' || id::text, full_name = 'Anonymized', password_hash = null, last_login_at = null
         where id = $1`,
        [id],
      )
      return begun
    })
    const statuses = (await Promise.all(replies)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([204, 401, 401])
    expect(await test.query(test.ours, 'select 1 from messages where user_id = $1', [id])).toEqual([])
    expect(await statusOf(id)).toBe('deleted')
  })

  it('leaves nothing behind of what the person does at the same time', async () => {
    let left = 0
    // A password that was changed first keeps the person here.
    for (let round = 0; round < 20 && left < 4; round += 1) {
      const client = await logInAsSpare(test, test.ours, 'patient')
      const { id, email } = await myself(client)
      const visitor = await visit(test.app, test.ours)
      const replies = await Promise.all([
        visitor.post('/password-resets', { email }),
        client.copy().put(`${path}/password`, { currentPassword: password, password: 'Quiet-Harbour-Lights-7' }),
        visitor.copy().post('/login', { username: email, password }),
        leave(client.copy()),
        visitor.copy().post('/password-resets', { email }),
        client.copy().put(`${path}/email`, { currentPassword: password, email: `moved-${email}` }),
      ])
      expect(replies.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([])
      if (replies[3]?.statusCode !== 204) continue
      left += 1
      for (const table of ['sessions', 'tokens', 'messages']) {
        expect(await test.query(test.ours, `select * from ${table} where user_id = $1`, [id])).toEqual([])
      }
      expect(await statusOf(id)).toBe('deleted')
    }
    expect(left).toBeGreaterThan(0)
  })
})

describe('the last administrator of a tenant', () => {
  it('cannot leave', async () => {
    const admin = await logInAs(test.app, test.ours, 'tenant')
    const response = await leave(admin)
    expect([response.statusCode, response.json().code]).toEqual([409, 'not-possible'])
    expect((await admin.get(path)).statusCode).toBe(200)
  })

  it('remains when two leave at once', async () => {
    const second = await logInAsSpare(test, test.ours, 'tenant')
    const first = await logInAs(test.app, test.ours, 'tenant')
    const replies = await Promise.all([leave(first), leave(second)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409])
    const left = await test.query(test.ours, `select id from users where user_type = 'tenant' and status = 'active'`)
    expect(left).toHaveLength(1)
  })
})
