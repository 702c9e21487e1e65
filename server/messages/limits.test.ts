import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashToken } from '../access/sessions/tokens.ts'
import { logInAs, visit, type Client, type TestResponse } from '../../tests/server/client.ts'
import { anInvite } from '../../tests/server/invites.ts'
import { addSubject, recordTestOf } from '../../tests/server/subjects.ts'
import { emailOf, userIdOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { countWaiting } from '../../tests/server/waiting.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

let test: TestApp
let staff: Client
let admin: Client
let subjectId: string
let people = 0

const why = { reason: 'data-entered-incorrectly', changeNote: 'Checked against the device' }
const everything = {
  mails_per_day: 10_000,
  mails_per_sender: 3000,
  mails_per_recipient: 30,
  texts_per_day: 5000,
  texts_per_sender: 3000,
  texts_per_recipient: 15,
}

/** Sets some ceilings; the others keep their defaults. */
async function allow(ceilings: Partial<typeof everything>): Promise<void> {
  const set = Object.entries({ ...everything, ...ceilings }).map(([column, value]) => `${column} = ${value}`)
  await test.query(test.ours, `update tenant_limits set ${set.join(', ')} where tenant_id = current_tenant()`)
}

beforeAll(async () => {
  test = await startTestApp()
  staff = await logInAs(test.app, test.ours, 'group')
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of ['throttle_counters', 'message_counts', 'messages', 'audit_events'])
    await test.query(test.ours, `delete from ${table}`)
  await allow({})
  people += 1
  const identity = { email: `tested-${people}@people.test`, mobile: { country: 'GB', number: '07700900123' } }
  subjectId = await addSubject(staff, test.ours.places.home, { email: identity.email })
})

const recorded = () => recordTestOf(staff, test.ours.places.home, subjectId)
const send = async (id: string, client = staff) =>
  await client.post(`/test-records/${id}/deliveries`, { channel: 'email' })
const count = async (table: string) =>
  Number((await test.query<{ n: string }>(test.ours, `select count(*) as n from ${table}`))[0]?.n)
const eventsOf = (action: string) =>
  test.query(test.ours, 'select outcome, resource_id, details from audit_events where action = $1 order by id', [
    action,
  ])
const expectFull = (reply: TestResponse, words: RegExp, hours = 24) => {
  expect([reply.statusCode, reply.json().code]).toEqual([429, 'sending-limit'])
  expect(reply.json().message).toMatch(words)
  expect(reply.json().message).toContain(`in about ${hours} hour`)
  expect(Math.ceil(Number(reply.headers['retry-after']) / 3600)).toBe(hours)
}
const changeOf = async (id: string, path: 'corrections' | 'void', result = 'positive') => {
  const { version } = (await staff.get(`/test-records/${id}`)).json().data
  const content = {
    performedDate: '2026-03-01',
    performedTime: '09:30',
    performedZone: 'Europe/London',
    analyteResults: [{ analyteId: 'line', result }],
  }
  const body = path === 'void' ? why : { ...content, ...why }
  return await staff.post(`/test-records/${id}/${path}`, body, { 'if-match': `"${version}"` })
}

it('by default a person is sent thirty mails a day, whoever sends them, and a tenant thousands', async () => {
  const [defaults] = await test.query<typeof everything>(
    test.theirs,
    `select ${Object.keys(everything).join(', ')} from tenant_limits where tenant_id = current_tenant()`,
  )
  expect(defaults).toEqual(everything)
  const records: string[] = []
  for (let n = 0; n < 8; n += 1) records.push(await recorded())
  const replies = []
  for (let n = 0; n < 40; n += 1)
    replies.push((await send(records[n % 8] ?? '', n % 2 === 0 ? staff : admin)).statusCode)
  expect(replies).toEqual([...Array(30).fill(201), ...Array(10).fill(429)])
})

it('a refused message changes nothing, tells when sending is possible again, and is possible then', async () => {
  await allow({ mails_per_recipient: 2 })
  const id = await recorded()
  expect([(await send(id)).statusCode, (await send(id)).statusCode]).toEqual([201, 201])
  await test.query(test.ours, `update message_counts set ${madeEarlier('queued_at', "interval '21 hours'")}`)
  const before = [await count('deliveries'), await count('messages'), await count('audit_events')]
  expectFull(
    await send(id, admin),
    /^Nothing was sent or changed: the daily limit for messages to this address has been reached/,
    3,
  )
  expect([await count('deliveries'), await count('messages'), await count('audit_events')]).toEqual(before)
  // A message to somebody else is still sent.
  const other = await addSubject(staff, test.ours.places.home, { email: `other-${people}@people.test` })
  expect((await send(await recordTestOf(staff, test.ours.places.home, other))).statusCode).toBe(201)
  await test.query(test.ours, `update message_counts set ${madeEarlier('queued_at', "interval '4 hours'")}`)
  expect((await send(id)).statusCode).toBe(201)
})

it('a result is sent to a person at most five times a day', async () => {
  const id = await recorded()
  for (let n = 0; n < 5; n += 1) expect((await send(id, n % 2 === 0 ? staff : admin)).statusCode).toBe(201)
  await test.query(test.ours, `update message_counts set ${madeEarlier('queued_at', "interval '1 hour'")}`)
  const before = [await count('deliveries'), await count('messages'), await count('audit_events')]
  expectFull(await send(id), /^Nothing was sent or changed: this has been sent to this address/, 23)
  expect([await count('deliveries'), await count('messages'), await count('audit_events')]).toEqual(before)
  // Another result can still be sent to them, and so can a correction of this one.
  expect((await send(await recorded())).statusCode).toBe(201)
  expect((await changeOf(id, 'corrections')).statusCode).toBe(200)
})

it('an address is invited at most five times a day, by one invite or by several', async () => {
  const email = `asked-${people}@people.test`
  const invite = () => admin.post('/invites', anInvite(test.ours, { email }))
  const first = await invite()
  expect(first.statusCode, first.body).toBe(201)
  const { id } = first.json().data
  for (let n = 0; n < 2; n += 1) expect((await admin.put(`/invites/${id}/resend`)).statusCode).toBe(200)
  expect((await admin.put(`/invites/${id}/revoke`)).statusCode).toBe(200)
  const { id: second } = (await invite()).json().data
  expect((await admin.put(`/invites/${second}/resend`)).statusCode).toBe(200)
  const words = /this has been sent to this address as often/
  expectFull(await admin.put(`/invites/${second}/resend`), words)
  expect((await admin.put(`/invites/${second}/revoke`)).statusCode).toBe(200)
  const before = [await count('invites'), await count('messages')]
  expectFull(await invite(), words)
  expectFull(await admin.put(`/invites/${id}/resend`), words)
  expect([await count('invites'), await count('messages')]).toEqual(before)
  expect((await admin.post('/invites', anInvite(test.ours, { email: `other-${people}@people.test` }))).statusCode).toBe(
    201,
  )
})

it('a user is sent their invitation at most five times a day', async () => {
  const { organisationId, groupId } = test.ours.places.home
  const user = { fullName: 'Ada Field', userType: 'group', organisationId, groupIds: [groupId], lang: 'en' }
  const { id } = (await admin.post('/users', { ...user, email: `again-${people}@clinic.test` })).json().data
  for (let n = 0; n < 4; n += 1) expect((await admin.put(`/users/${id}/resend-invite`)).statusCode).toBe(200)
  expectFull(await admin.put(`/users/${id}/resend-invite`), /this has been sent to this address/)
})

it('twice as many corrections are sent, and a correction is refused when its message cannot be sent', async () => {
  await allow({ mails_per_recipient: 1 })
  const id = await recorded()
  expect((await send(id)).statusCode).toBe(201)
  expectFull(await send(id), /to this address/)
  expect((await changeOf(id, 'corrections')).statusCode).toBe(200)
  const stored = async () => [
    (await staff.get(`/test-records/${id}`)).json().data,
    await count('test_record_versions'),
    await count('deliveries'),
    await count('messages'),
  ]
  const before = await stored()
  await test.query(test.ours, `update message_counts set ${madeEarlier('queued_at', "interval '21 hours'")}`)
  for (const refused of [await changeOf(id, 'void'), await changeOf(id, 'corrections', 'negative')]) {
    expectFull(refused, /^Nothing was sent or changed: .* to this address/, 3)
    expect(await stored()).toEqual(before)
  }
  expect(await eventsOf('test-record.voided')).toEqual([])
  expect(await eventsOf('test-record.corrected')).toHaveLength(1)
})

it('a test is recorded even if its result cannot be sent, which is audited', async () => {
  await allow({ mails_per_recipient: 1 })
  await test.query(test.ours, 'update tenants set sends_results_at_once = true')
  try {
    await recorded()
    const second = await recorded()
    expect((await staff.get(`/test-records/${second}/deliveries`)).json().data.deliveries).toEqual([])
    expect((await eventsOf('test-record.sent')).at(-1)).toEqual({
      outcome: 'refused',
      resource_id: second,
      details: { channel: 'email', state: 'saved', code: 'sending-limit' },
    })
  } finally {
    await test.query(test.ours, 'update tenants set sends_results_at_once = false')
  }
})

it('a test is recorded even if its person gets the last message of the day meanwhile', async () => {
  await allow({ mails_per_recipient: 1 })
  await test.query(test.ours, 'update tenants set sends_results_at_once = true')
  const other = await test.database.owner.connect()
  try {
    await other.query('begin')
    await other.query('lock table deliveries in share mode')
    await other.query('select enter_tenant($1)', [test.ours.id])
    const recording = recorded()
    await expect.poll(() => countWaiting(test.database)).toBe(1)
    await other.query(
      `insert into message_counts (tenant_id, id, channel, sender_id, recipient_hash) 
       values (current_tenant(), gen_random_uuid(), 'email', $1, $2)`,
      [userIdOf('group'), hashToken(`${test.ours.id}:tested-${people}@people.test`)],
    )
    await other.query('commit')
    const { deliveries } = (await staff.get(`/test-records/${await recording}/deliveries`)).json().data
    expect(deliveries).toMatchObject([{ reason: 'saved' }])
  } finally {
    other.release(true)
    await test.query(test.ours, 'update tenants set sends_results_at_once = false')
  }
})

it('a sender’s ceiling holds for all their messages, and does not affect others', async () => {
  await allow({ mails_per_sender: 4, texts_per_sender: 1 })
  const invite = (changes: Record<string, unknown> = {}) => admin.post('/invites', anInvite(test.ours, changes))
  const invited = await invite({ email: `invitee-a${people}@people.test` })
  expect(invited.statusCode, invited.body).toBe(201)
  const { id } = invited.json().data
  expect((await admin.put(`/invites/${id}/resend`)).statusCode).toBe(200)
  const mobile = { country: 'GB', number: '07400 123456' }
  const more = await invite({ email: `invitee-b${people}@people.test`, mobile })
  expect(more.statusCode, more.body).toBe(201)
  const before = [await count('invites'), await count('messages'), await count('users')]
  // The text is over its ceiling, so the invite is refused along with its mail, which alone is not.
  expectFull(await invite({ email: `invitee-c${people}@people.test`, mobile }), /you have reached the daily limit/)
  expect([await count('invites'), await count('messages'), await count('users')]).toEqual(before)
  await allow({ mails_per_sender: 3, texts_per_sender: 1 })
  expectFull(await invite({ email: `invitee-d${people}@people.test` }), /you have reached the daily limit/)
  expectFull(await admin.put(`/invites/${id}/resend`), /you have reached the daily limit/)
  const { organisationId, groupId } = test.ours.places.home
  const user = { fullName: 'Ada Field', userType: 'group', organisationId, groupIds: [groupId], lang: 'en' }
  expectFull(
    await admin.post('/users', { ...user, email: `staff-${people}@clinic.test` }),
    /you have reached the daily limit/,
  )
  expect([await count('invites'), await count('messages'), await count('users')]).toEqual(before)
  expect((await send(await recorded())).statusCode).toBe(201)
})

it('over the tenant’s ceiling a suspension still happens, and the unsent message is audited', async () => {
  await allow({ mails_per_day: 1 })
  expect((await send(await recorded())).statusCode).toBe(201)
  expectFull(await send(await recorded()), /the daily limit for all messages has been reached/)
  // Visitors' requests have a ceiling of their own and use up nothing of what staff send.
  const client = await visit(test.app, test.ours)
  for (let n = 0; n < 2; n += 1)
    expect((await client.post('/password-resets', { email: emailOf('clinical') })).statusCode).toBe(204)
  expect(await eventsOf('message.left-out')).toEqual([
    { outcome: 'refused', resource_id: userIdOf('clinical'), details: { channel: 'email' } },
  ])
  expect(await count('messages')).toBe(2)
  const setStanding = async (what: string) => (await admin.put(`/users/${userIdOf('patient')}/${what}`)).statusCode
  expect([await setStanding('suspend'), await setStanding('reactivate')]).toEqual([200, 200])
  expect([await count('messages'), (await eventsOf('message.left-out')).length]).toEqual([3, 2])
})

it('visitors who ask for mails to an address use up neither what staff may send to it nor what it may ask for', async () => {
  await allow({ mails_per_recipient: 1 })
  const email = `tested-${people}@people.test`
  await test.query(test.ours, 'update users set email = $1 where id = $2', [email, userIdOf('patient')])
  const client = await visit(test.app, test.ours)
  for (let n = 0; n < 3; n += 1) expect((await client.post('/password-resets', { email })).statusCode).toBe(204)
  expect([await count('messages'), (await eventsOf('message.left-out')).length]).toEqual([3, 0])
  expect((await send(await recorded())).statusCode).toBe(201)
})

it('registrations of strangers use up nothing of what account holders may ask for', async () => {
  await allow({ mails_per_day: 2 })
  const client = await visit(test.app, test.ours)
  for (let n = 0; n < 3; n += 1) {
    const form = { fullName: 'Rosa Quill', email: `stranger-${people}-${n}@people.test`, dateOfBirth: '1990-01-31' }
    const rest = { password: 'Copper-Lantern-48', country: 'GB', lang: 'en', termsAccepted: true }
    expect((await client.post('/self-registration-user-create', { ...form, ...rest })).statusCode).toBe(201)
  }
  expect([await count('messages'), (await eventsOf('message.left-out')).length]).toEqual([2, 1])
  for (const who of ['clinical', 'organisation', 'group'] as const)
    expect((await client.post('/password-resets', { email: emailOf(who) })).statusCode).toBe(204)
  expect([await count('messages'), (await eventsOf('message.left-out')).length]).toEqual([4, 2])
})

it('no network address can use up what a tenant sends in a day', async () => {
  const client = await visit(test.app, test.ours)
  const ask = async (from = client) =>
    (await from.post('/password-resets', { email: `nobody-${(asked += 1)}@people.test` })).statusCode
  let asked = 0
  expect(await ask()).toBe(204)
  await test.query(
    test.ours,
    `update throttle_counters set attempts = 999, ${madeEarlier('window_started_at', "interval '20 hours'")}`,
  )
  expect([await ask(), await ask()]).toEqual([204, 429])
  expect(await ask(await visit(test.app, test.ours))).toBe(204)
  await test.query(test.ours, `update throttle_counters set ${madeEarlier('window_started_at', "interval '5 hours'")}`)
  expect(await ask()).toBe(204)
})
