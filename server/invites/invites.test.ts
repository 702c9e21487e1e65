import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invite as inviteSchema } from '../../contract/invites/endpoints.ts'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import type { FeatureFlag } from '../../contract/permissions/permissions.ts'
import { logInAs, visit, type Client, type TestResponse } from '../../tests/server/client.ts'
import { anInvite, codeSentTo, invitedBy, redeem } from '../../tests/server/invites.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, userIdOf } from '../../tests/server/tenants.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

const words = { ...phrases.rules, ...phrases.serverRules }
const days = 24 * 60 * 60 * 1000

let test: TestApp
let group: Client

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
  group = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())

const create = (changes: Record<string, unknown> = {}, client = group) =>
  client.post('/invites', anInvite(test.ours, changes))
const invited = (changes: Record<string, unknown> = {}, client = group) => invitedBy(client, test.ours, changes)
const resend = (id: string, client = group) => client.put(`/invites/${id}/resend`)
const revoke = (id: string, client = group) => client.put(`/invites/${id}/revoke`)
const check = async (email: string) => (await group.post('/invites/check', { email })).json().data.obstacle
const verify = async (code: string) => (await visit(test.app, test.ours)).get('/verify-invite', { code })
const codeOf = (to: string, count = 1) => codeSentTo(test, test.ours, to, count)
const end = (id: string) =>
  test.query(test.ours, `update invites set expires_at = now() - interval '1 minute' where id = $1`, [id])
const rowOf = async (id: string) =>
  (await test.query<Record<string, unknown>>(test.ours, 'select * from invites where id = $1', [id]))[0]
const setFlags = (...flags: FeatureFlag[]) => test.query(test.ours, 'update tenants set features = $1', [flags])
const eventsOf = (id: string) =>
  test.query(test.ours, 'select action, actor_id from audit_events where resource_id = $1 order by occurred_at, id', [
    id,
  ])

describe('inviting', () => {
  it('sends a mail with a link and the code, and stores the code nowhere', async () => {
    const email = 'Ana.Ruiz@people.test'
    const response = await create({ email })
    expect([response.statusCode, response.headers.etag]).toEqual([201, '"1"'])
    const { data } = response.json()
    expect(inviteSchema.parse(data)).toMatchObject({
      email,
      mobile: null,
      lang: 'en',
      group: { id: test.ours.places.home.groupId },
      organisation: { id: test.ours.places.home.organisationId },
      state: 'pending',
      deliveries: [{ channel: 'email', state: 'waiting', lastFour: null }],
      invitedBy: 'Oursides group',
    })
    expect(Date.parse(data.expiresAt) - Date.parse(data.sentAt)).toBe(14 * days)

    const code = await codeOf(email)
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{24}$/)
    const [mail] = await test.mails(test.ours, email)
    const groups = code.match(/.{4}/g)?.join(' ')
    expect(mail?.link.href).toBe(`http://ours.localhost:3000/patient-registration/${code}`)
    expect(mail?.subject).toBe('Create your account with Oursides Tests')
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(`Or enter this invite code: ${groups}`)
    for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/because of your account|Ana/)
    const [dump] = await test.query<{ text: string }>(
      test.ours,
      `select concat((select jsonb_agg(i) from invites i), (select jsonb_agg(c) from invite_codes c),
                     (select jsonb_agg(m) from messages m), (select jsonb_agg(a) from audit_events a)) as text`,
    )
    expect(dump?.text).not.toContain(code)
    const listed = (await group.get('/invites', { search: code.slice(-4) })).json().data
    expect(listed).toMatchObject([
      { id: data.id, deliveries: [{ channel: 'email', state: 'sent', lastFour: code.slice(-4) }] },
    ])
  })

  it('also sends a text with a code of its own when there is a mobile number', async () => {
    const { id, email } = await invited({ mobile: { country: 'GB', number: '07400 123457' }, lang: 'es' })
    const [byMail, byText] = await Promise.all([codeOf(email), codeOf('+447400123457')])
    expect(byMail).not.toBe(byText)
    const [text] = await test.mails(test.ours, '+447400123457')
    expect(text?.text).toContain(`Oursides Tests: cree su cuenta en http://ours.localhost:3000/patient-registration/`)
    for (const code of [byMail, byText]) expect((await verify(code)).json().data.email).toBe(email)
    const shown = await test.app.inject({ url: '/dev/mail/messages', headers: { host: test.ours.host } })
    expect(shown.json().data).toContainEqual(expect.objectContaining({ channel: 'text', to: '+447400123457' }))
    expect((await rowOf(id))?.mobile).toBe('+447400123457')
  })

  it('is audited without personal data', async () => {
    const { id } = await invited({ email: 'secret.person@people.test' })
    const [event] = await test.query<{ text: string }>(
      test.ours,
      'select action, actor_id, audit_events::text as text from audit_events where resource_id = $1',
      [id],
    )
    expect(event).toMatchObject({ action: 'invite.created', actor_id: userIdOf('group') })
    expect(event?.text).not.toContain('secret')
  })

  it.each([
    ['email', { email: 'x' }, words.email],
    ['email', { email: emailOf('clinical').toUpperCase() }, words.emailRegistered],
    ['groupId', { groupId: '0190a000-0000-7fff-8000-00000000000b' }, words.unknownReference],
    ['mobile.country', { mobile: { country: 'FR', number: '06 12 34 56 78' } }, words.countryCode],
    ['mobile.number', { mobile: { country: 'GB', number: '07400' } }, words.phone],
    ['mobile.number', { mobile: { country: 'GB', number: '020 7946 0958' } }, words.phoneMobile],
    ['lang', { lang: 'xx' }, words.choice],
  ])('reports what is wrong at %s (%#)', async (field, change, message) => {
    const response = await create(change)
    expect([response.statusCode, response.json().errors]).toEqual([422, { [field]: [message] }])
  })

  it('checks the mobile number against the tenant’s own pattern', async () => {
    await test.query(test.ours, `update tenants set phone_regex = '^\\+353'`)
    const response = await create({ mobile: { country: 'GB', number: '07400 123456' } })
    await test.query(test.ours, 'update tenants set phone_regex = null')
    expect(response.json().errors).toEqual({ 'mobile.number': [words.phone] })
  })

  it('is refused for a group that is suspended or outside the scope', async () => {
    expect((await create({ groupId: test.ours.places.ward.groupId })).json().errors).toEqual({
      groupId: [words.unknownReference],
    })
    const admin = await logInAs(test.app, test.ours, 'tenant')
    expect((await create({ groupId: test.ours.places.ward.groupId }, admin)).statusCode).toBe(201)
    for (const [table, id] of [
      ['groups', test.ours.places.away.groupId],
      ['organisations', test.ours.places.away.organisationId],
    ]) {
      await test.query(test.ours, `update ${table} set status = 'suspended' where id = $1`, [id])
      const response = await create({ groupId: test.ours.places.away.groupId }, admin)
      await test.query(test.ours, `update ${table} set status = 'active' where id = $1`, [id])
      expect(response.json().errors).toEqual({ groupId: [words.suspendedPlace] })
    }
  })
})

describe('the email of an invite', () => {
  it('has one open invite at a time, even when requests come at once', async () => {
    const email = 'at-once@people.test'
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, i) => create({ email: i % 2 ? email : email.toUpperCase() }, group.copy())),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422])
    const refused = replies.find(({ statusCode }) => statusCode === 422)
    expect(refused?.json().errors).toEqual({ email: [words.emailInvited] })
    await codeOf(replies.find(({ statusCode }) => statusCode === 201)?.json().data.email)
  })

  it('can be invited again once the earlier invite has expired or was revoked', async () => {
    const first = await invited()
    await end(first.id)
    const second = await invited({ email: first.email })
    expect(await rowOf(first.id)).toMatchObject({ state: 'expired', version: 2 })
    await revoke(second.id)
    await invited({ email: first.email })
  })

  it('is reported beforehand when it has an account or an open invite', async () => {
    const { id, email } = await invited()
    expect(await check(email.toUpperCase())).toBe('invited')
    expect(await check(emailOf('patient'))).toBe('registered')
    expect(await check('nobody-yet@people.test')).toBeNull()
    await end(id)
    expect(await check(email)).toBeNull()
  })

  it('is unknown when it belongs to another tenant', async () => {
    const theirs = await logInAs(test.app, test.theirs, 'group')
    const { email } = await invitedBy(theirs, test.theirs)
    expect(await check(email)).toBeNull()
    await invited({ email })
  })
})

describe('sending again', () => {
  it('ends the earlier codes and restarts the time limit', async () => {
    const { id, email } = await invited({ mobile: { country: 'GB', number: '07400 123458' } })
    const earlier = await Promise.all([codeOf(email), codeOf('+447400123458')])
    await test.query(
      test.ours,
      `update invites set ${madeEarlier('sent_at', "interval '5 days'")}, ${madeEarlier('expires_at', "interval '5 days'")} where id = $1`,
      [id],
    )
    const response = await resend(id)
    expect([response.statusCode, response.headers.etag]).toEqual([200, '"2"'])
    const { data } = response.json()
    expect(Date.now() - Date.parse(data.sentAt)).toBeLessThan(days)
    expect(Date.parse(data.expiresAt) - Date.parse(data.sentAt)).toBe(14 * days)
    expect(data.deliveries).toHaveLength(2)
    const later = await Promise.all([codeOf(email, 2), codeOf('+447400123458', 2)])
    for (const code of earlier) expect((await verify(code)).json().code).toBe('code-invalid')
    for (const code of later) expect((await verify(code)).statusCode).toBe(200)
    expect((await eventsOf(id)).map(({ action }) => action)).toContain('invite.resent')
  })

  it('ends the code of a text that is not sent again, because its number was erased', async () => {
    const { id, email } = await invited({ mobile: { country: 'GB', number: '07400 123459' } })
    const byText = await codeOf('+447400123459')
    await codeOf(email)
    await test.query(test.ours, 'update invites set mobile = null where id = $1', [id])
    expect((await resend(id)).json().data.deliveries).toHaveLength(1)
    expect((await verify(byText)).json().code).toBe('code-invalid')
    expect((await verify(await codeOf(email, 2))).statusCode).toBe(200)
  })

  it('reopens an invite that has expired or was revoked', async () => {
    const [over, back] = [await invited(), await invited()]
    await end(over.id)
    await revoke(back.id)
    for (const { id } of [over, back]) {
      expect((await resend(id)).json().data).toMatchObject({ state: 'pending', revokedAt: null })
    }
  })

  it('is refused when the email has another open invite or an account, or the group is suspended', async () => {
    const first = await invited()
    await revoke(first.id)
    const second = await invited({ email: first.email })
    const third = await invited()
    await test.query(test.ours, `update users set email = $1 where id = $2`, [third.email, userIdOf('provider')])
    for (const { id } of [first, third]) expectRefusal(await resend(id), 409, 'not-possible')
    await test.query(test.ours, `update groups set status = 'suspended' where id = $1`, [second.group.id])
    const inSuspended = await resend(second.id)
    await test.query(test.ours, `update groups set status = 'active' where id = $1`, [second.group.id])
    expectRefusal(inSuspended, 409, 'not-possible')
    expect((await resend(second.id)).statusCode).toBe(200)
  })

  it('leaves one working code when two requests come at once', async () => {
    const { id, email } = await invited()
    await codeOf(email)
    await Promise.all(Array.from({ length: 4 }, () => resend(id, group.copy())))
    await expect
      .poll(() => test.query(test.ours, 'select state from messages where invite_id = $1', [id]))
      .toEqual([{ state: 'sent' }])
    expect(await test.query(test.ours, 'select channel from invite_codes where invite_id = $1', [id])).toHaveLength(1)
    const [newest] = await test.mails(test.ours, email)
    expect((await verify(newest?.link.pathname.split('/').at(-1) ?? '')).statusCode).toBe(200)
  })
})

describe('revoking', () => {
  it('ends the codes at once, and changes nothing a second time', async () => {
    const { id, email } = await invited()
    const code = await codeOf(email)
    const first = await revoke(id)
    expect(first.json().data).toMatchObject({ state: 'revoked', revokedAt: expect.any(String), version: 2 })
    expect((await revoke(id)).json()).toEqual(first.json())
    expectRefusal(await verify(code), 404, 'code-invalid')
    expect(await test.query(test.ours, 'select 1 from invite_codes where invite_id = $1', [id])).toEqual([])
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['invite.created', 'invite.revoked'])
  })

  it('deletes messages that were not sent yet', async () => {
    await test.query(test.ours, `alter table messages add constraint held check (state <> 'sent') not valid`)
    const { id } = await invited()
    await revoke(id)
    await test.query(test.ours, 'alter table messages drop constraint held')
    expect(await test.query(test.ours, 'select 1 from messages where invite_id = $1', [id])).toEqual([])
  })

  it('and resending are refused once the invite was redeemed', async () => {
    const { id, email } = await invited()
    expect((await redeem(await visit(test.app, test.ours), await codeOf(email))).statusCode).toBe(201)
    expectRefusal(await revoke(id), 409, 'not-possible')
    expectRefusal(await resend(id), 409, 'not-possible')
    expect((await rowOf(id))?.state).toBe('redeemed')
  })
})

it('invites of another group or tenant answer 404', async () => {
  const admin = await logInAs(test.app, test.ours, 'tenant')
  const inWard = await invited({ groupId: test.ours.places.ward.groupId }, admin)
  const theirs = await invitedBy(await logInAs(test.app, test.theirs, 'group'), test.theirs)
  for (const { id } of [inWard, theirs]) {
    expectRefusal(await resend(id), 404, 'not-found')
    expectRefusal(await revoke(id), 404, 'not-found')
  }
  expect((await rowOf(inWard.id))?.state).toBe('pending')
})

it('where the tenant does not invite patients, an invite can only be revoked', async () => {
  const { id, email } = await invited()
  const code = await codeOf(email)
  await setFlags('PREVENT_PATIENT_INVITES')
  const visitor = await visit(test.app, test.ours)
  const refused = [
    await group.get('/invites'),
    await create(),
    await group.post('/invites/check', { email }),
    await resend(id),
    await verify(code),
    await redeem(visitor, code),
  ]
  const revoked = await revoke(id)
  await setFlags()
  for (const response of refused) expectRefusal(response, 403, 'invites-disabled')
  expect(revoked.json().data.state).toBe('revoked')
})

function expectRefusal(response: TestResponse, status: number, code: string): void {
  expect([response.statusCode, response.json().code]).toEqual([status, code])
}
