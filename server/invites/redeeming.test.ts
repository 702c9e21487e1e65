import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { logInAs, visit, type Client, type TestResponse } from '../../tests/server/client.ts'
import { anInvitee, codeSentTo, invitedBy, redeem } from '../../tests/server/invites.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf } from '../../tests/server/tenants.ts'

const words = { ...phrases.rules, ...phrases.serverRules }
const password = 'Copper-Lantern-48'

let test: TestApp
let group: Client
let visitor: Client

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
  group = await logInAs(test.app, test.ours, 'group')
})
beforeEach(async () => {
  visitor = await visit(test.app, test.ours)
})
afterAll(() => test.close())

let numbers = 0
/** Makes an invite with a mobile number, and returns the codes of its mail and its text. */
async function invitedWithCodes(changes: Record<string, unknown> = {}) {
  const number = `07400 12${String((numbers += 1)).padStart(4, '0')}`
  const invite = await invitedBy(group, test.ours, { mobile: { country: 'GB', number }, ...changes })
  const [byMail, byText] = await Promise.all([
    codeSentTo(test, test.ours, invite.email),
    codeSentTo(test, test.ours, invite.mobile),
  ])
  return { ...invite, byMail, byText }
}

const verify = (code: string, client = visitor) => client.get('/verify-invite', { code })
const userOf = async (email: string) =>
  (
    await test.query<Record<string, unknown>>(
      test.ours,
      'select *, date_of_birth::text from users where email_key = lower($1)',
      [email],
    )
  )[0]
const stateOf = async (id: string) =>
  (await test.query<{ state: string }>(test.ours, 'select state from invites where id = $1', [id]))[0]?.state
const messagesTo = (userId: unknown) =>
  test.query(test.ours, 'select template from messages where user_id = $1', [userId])

describe('a code', () => {
  it('shows its invite, however it is typed, and changes nothing', async () => {
    const { id, email, byMail } = await invitedWithCodes({ lang: 'es' })
    const groups = byMail.match(/.{4}/g) ?? []
    for (const typed of [byMail, byMail.toLowerCase(), groups.join(' '), ` ${groups.join('-')} `, groups.join('–')]) {
      const response = await verify(typed)
      expect([response.statusCode, response.json()]).toEqual([
        200,
        {
          data: {
            email,
            lang: 'es',
            organisation: 'Organisation Homestead Oursides',
            group: 'Group Homestead Oursides',
          },
        },
      ])
    }
    expect(await stateOf(id)).toBe('pending')
    expect(await userOf(email)).toBeUndefined()
    expect((await redeem(visitor, groups.join(' ').toLowerCase())).statusCode).toBe(201)
  })

  it('gets an equal reply when it is unknown, foreign, used, replaced, revoked, expired or of an account', async () => {
    const used = await invitedWithCodes()
    await redeem(visitor, used.byMail)
    const replaced = await invitedWithCodes()
    await group.put(`/invites/${replaced.id}/resend`)
    const revoked = await invitedWithCodes()
    await group.put(`/invites/${revoked.id}/revoke`)
    const over = await invitedWithCodes()
    await test.query(test.ours, `update invites set expires_at = ${thisMillisecond} where id = $1`, [over.id])
    const registered = await invitedWithCodes()
    await test.query(test.ours, `update users set email = $1 where id = $2`, [registered.email, userIdOf('provider')])
    const theirs = await invitedBy(await logInAs(test.app, test.theirs, 'group'), test.theirs)
    const foreign = await codeSentTo(test, test.theirs, theirs.email)

    const codes = [
      'A'.repeat(24),
      foreign,
      ...[used, replaced, revoked, over, registered].flatMap(({ byMail, byText }) => [byMail, byText]),
    ]
    const replies = [await verify(''), await verify('short'), await verify('\u0000')]
    for (const code of codes) replies.push(await verify(code), await redeem(visitor, code))
    for (const reply of replies) expectInvalid(reply)
    expect(new Set(replies.map((reply) => reply.json().message)).size).toBe(1)
    for (const { email } of [replaced, revoked, over]) expect(await userOf(email)).toBeUndefined()
  })

  it('opens nothing while the tenant is suspended', async () => {
    const { byMail } = await invitedWithCodes()
    await test.query(test.ours, `update tenants set status = 'suspended'`)
    const response = await verify(byMail)
    await test.query(test.ours, `update tenants set status = 'active'`)
    expect([response.statusCode, response.json().code]).toEqual([403, 'tenant-suspended'])
  })

  it('may be opened again from one address after it was used, by as many people as there are', async () => {
    const { byMail, byText } = await invitedWithCodes()
    await test.query(test.ours, 'delete from throttle_counters')
    expect((await redeem(visitor, byMail)).statusCode).toBe(201)
    for (let i = 0; i < 20; i += 1) for (const used of [byMail, byText]) expectInvalid(await verify(used))
    expect((await verify((await invitedWithCodes()).byMail)).statusCode).toBe(200)
  })

  it('may be wrong thirty times from one address; right ones do not count', async () => {
    const { byMail } = await invitedWithCodes()
    const statuses: number[] = []
    for (let i = 0; i < 30; i += 1) {
      statuses.push((await verify(byMail)).statusCode, (await verify('A'.repeat(24))).statusCode)
    }
    expect(statuses).toEqual(Array(30).fill([200, 404]).flat())
    const refused = await verify(byMail)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    for (let i = 0; i < 30; i += 1) expectInvalid(await redeem(visitor, 'A'.repeat(24)))
    expect((await redeem(visitor, byMail)).statusCode).toBe(429)
    expect((await redeem(await visit(test.app, test.ours), byMail)).statusCode).toBe(201)
  })
})

describe('redeeming', () => {
  it('with the mail’s code makes an account that can log in at once', async () => {
    const invite = await invitedWithCodes()
    const response = await redeem(visitor, invite.byMail, { lang: 'es', dateOfBirth: '1984-02-29' })
    expect([response.statusCode, response.json()]).toEqual([
      201,
      { data: { email: invite.email, emailVerification: 'verified' } },
    ])
    const user = await userOf(invite.email)
    expect(user).toMatchObject({
      user_type: 'patient',
      full_name: 'Rosa Quill',
      date_of_birth: '1984-02-29',
      country: 'GB',
      mobile: invite.mobile,
      lang: 'es',
      email_verified_at: expect.any(Date),
      terms_accepted_version: expect.any(String),
      terms_accepted_at: expect.any(Date),
      organisation_id: null,
      invited_by: userIdOf('group'),
      invited_at: new Date(invite.sentAt),
    })
    const login = await visitor.post('/login', { username: invite.email, password })
    expect(login.json().data).toMatchObject({ userType: { name: 'patient' }, termsAccepted: true })
    expect(await messagesTo(user?.id)).toEqual([])
    const [row] = await test.query(test.ours, 'select state, user_id, redeemed_at from invites where id = $1', [
      invite.id,
    ])
    expect(row).toEqual({ state: 'redeemed', user_id: user?.id, redeemed_at: expect.any(Date) })
  })

  it('with the text’s code makes an account whose email must be verified first', async () => {
    const invite = await invitedWithCodes()
    const response = await redeem(visitor, invite.byText)
    expect(response.json().data).toEqual({ email: invite.email, emailVerification: 'unverified' })
    const login = await visitor.post('/login', { username: invite.email, password })
    expect(login.json().code).toBe('email-unverified')
    await expect.poll(() => test.mails(test.ours, invite.email)).toHaveLength(2)
    const [mail] = await test.mails(test.ours, invite.email)
    expect(mail?.link.pathname).toBe('/verify-new-self-registration')
    await visitor.post('/verify-new-self-registration', { id: mail?.link.searchParams.get('id') })
    expect((await visitor.post('/login', { username: invite.email, password })).statusCode).toBe(200)
  })

  it('takes its country from the mobile number, or else the tenant’s first one', async () => {
    const irish = await invitedBy(group, test.ours, { mobile: { country: 'IE', number: '085 012 3456' } })
    const without = await invitedBy(group, test.ours)
    for (const { email } of [irish, without]) await redeem(visitor, await codeSentTo(test, test.ours, email))
    expect([(await userOf(irish.email))?.country, (await userOf(without.email))?.country]).toEqual(['IE', 'GB'])
  })

  it('works once, even with both codes at once', async () => {
    const { email, byMail, byText } = await invitedWithCodes()
    const replies = await Promise.all(
      [byMail, byText, byMail, byText, byMail].map((code) => redeem(visitor.copy(), code)),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 404, 404, 404, 404])
    expect(await test.query(test.ours, 'select 1 from users where email = $1', [email])).toHaveLength(1)
  })

  it('and a revocation at the same time never both succeed, and a revoked invite leaves no account', async () => {
    const { id, email, byMail } = await invitedWithCodes()
    const [redeemed, revoked] = await Promise.all([redeem(visitor, byMail), group.put(`/invites/${id}/revoke`)])
    const isRedeemed = redeemed.statusCode === 201
    expect(revoked.statusCode).toBe(isRedeemed ? 409 : 200)
    expect([await stateOf(id), (await userOf(email)) !== undefined]).toEqual(
      isRedeemed ? ['redeemed', true] : ['revoked', false],
    )
  })

  it('leaves an existing account of the email alone', async () => {
    const { id, email, byMail } = await invitedWithCodes()
    const form = { fullName: 'Somebody Else', email, country: 'GB', dateOfBirth: '1950-01-01' }
    await visitor.post('/self-registration-user-create', { ...form, password, lang: 'en', termsAccepted: true })
    expectInvalid(await redeem(visitor, byMail))
    expect([await stateOf(id), (await userOf(email))?.full_name]).toEqual(['pending', 'Somebody Else'])
  })

  it('is audited without personal data', async () => {
    const { id, email, byMail } = await invitedWithCodes()
    await verify(byMail)
    expectInvalid(await redeem(visitor, 'A'.repeat(24)))
    await redeem(visitor, byMail)
    const user = await userOf(email)
    const events = await test.query<{ text: string }>(
      test.ours,
      `select action, outcome, actor_id, details, audit_events::text as text from audit_events
       where resource_id = $1 and action <> 'invite.created' order by occurred_at, id`,
      [id],
    )
    expect(events).toMatchObject([
      { action: 'invite.opened', outcome: 'done', actor_id: null },
      { action: 'invite.redeemed', actor_id: user?.id, details: { channel: 'email', userId: user?.id } },
    ])
    expect(events.map(({ text }) => text).join(' ')).not.toMatch(/quill|1990|lantern|people\.test/i)
    const refused = await test.query(
      test.ours,
      `select actor_id, resource_id from audit_events where action = 'invite.redeemed' and outcome = 'refused'
       order by occurred_at desc limit 1`,
    )
    expect(refused).toEqual([{ actor_id: null, resource_id: null }])
  })

  it('counts refusals, but not successes, against its address', async () => {
    const { byMail } = await invitedWithCodes()
    const attempts = async () =>
      (await test.query<{ attempts: number }>(test.ours, 'select attempts from throttle_counters where attempts > 0'))
        .length
    await test.query(test.ours, 'delete from throttle_counters')
    await redeem(visitor, byMail, { password: 'Password12' })
    expect(await attempts()).toBe(1)
    await test.query(test.ours, 'delete from throttle_counters')
    expect((await redeem(visitor, byMail)).statusCode).toBe(201)
    expect(await attempts()).toBe(0)
  })

  it.each([
    ['code', { code: 'ABCD' }, '24 characters required'],
    ['fullName', { fullName: 'Win at https://evil.test' }, words.nameIsAddress],
    ['password', { password: 'Password12' }, words.commonPassword],
    ['password', { password: 'Copper-Quill-48' }, words.passwordOfName],
    ['password', { password: 'Oursides-Lantern-48' }, words.passwordOfName],
    ['dateOfBirth', { dateOfBirth: '2999-01-01' }, words.dateInFuture],
    ['termsAccepted', { termsAccepted: false }, words.terms],
  ])('reports what is wrong at %s, and spoils no code (%#)', async (field, change, message) => {
    const invite = await invitedBy(group, test.ours)
    const code = await codeSentTo(test, test.ours, invite.email)
    const response = await visitor.post('/invitee-update', anInvitee(code, change))
    expect([response.statusCode, response.json().errors]).toEqual([422, { [field]: [message] }])
    expect((await redeem(visitor, code)).statusCode).toBe(201)
  })
})

function expectInvalid(response: TestResponse): void {
  expect([response.statusCode, response.json().code]).toEqual([404, 'code-invalid'])
}
