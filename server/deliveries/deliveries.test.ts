import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../platform/database.ts'
import { Client, logInAs, visit, type TestResponse } from '../testing/client.ts'
import { logInAsSpare } from '../testing/spare-user.ts'
import { newAssay } from '../testing/new-assay.ts'
import { newRecordAt } from '../testing/new-record.ts'
import { changeAssay, createAssay } from '../testing/assays.ts'
import { allMeanings } from '../../contract/assays/meanings.ts'
import { addSubject, merge, recordTestOf, undo } from '../testing/subjects.ts'
import { password, userIdOf } from '../testing/tenants.ts'
import { startTestApp, type SentMail, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let staff: Client
let visitor: Client
const log: string[] = []

/** A tested person and their record, made anew for each test. */
let email: string
let subjectId: string
let recordId: string
let people = 0

const born = '1984-02-03'
const why = { reason: 'data-entered-incorrectly', changeNote: 'Checked against the device' }
const content = {
  performedDate: '2026-03-01',
  performedTime: '09:30',
  performedZone: 'Europe/London',
  analyteResults: [{ analyteId: 'line', result: 'negative' }],
}
const positive = { analyteResults: [{ analyteId: 'line', result: 'positive' }] }

beforeAll(async () => {
  test = await startTestApp({ log: { write: (line) => void log.push(line) } })
  await test.startSending()
  staff = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.query(test.ours, 'delete from throttle_counters')
  visitor = await visit(test.app, test.ours)
  ;({ email, subjectId, recordId } = await tested(staff))
})

async function tested(client: Client, place = test.ours.places.home) {
  const address = `tested-${(people += 1)}@people.test`
  const subject = await addSubject(client, place, { email: address })
  return { email: address, subjectId: subject, recordId: await recordTestOf(client, place, subject) }
}

/** Links a subject to the account that logged in last. */
const giveToNewest = (id: string) =>
  test.query(
    test.ours,
    `update subjects set user_id = (select user_id from sessions order by created_at desc limit 1) where id = $1`,
    [id],
  )

const send = (channel = 'email', id = recordId, client = staff): Promise<TestResponse> =>
  client.post(`/test-records/${id}/deliveries`, { channel })
const listed = async (id = recordId) => (await staff.get(`/test-records/${id}/deliveries`)).json().data
const statesOf = async (id = recordId) =>
  (await listed(id)).deliveries.map(({ channel, state, reason }: Record<string, string>) => [channel, state, reason])
const endingsOf = async (id = recordId) =>
  (await listed(id)).deliveries.map(({ state, endedBecause }: Record<string, string>) => endedBecause ?? state)

/** Waits until an address or number has `count` messages, and returns the newest. */
async function message(count = 1, to = email, tenant = test.ours): Promise<SentMail> {
  await expect.poll(async () => (await test.mails(tenant, to)).length).toBe(count)
  const [newest] = await test.mails(tenant, to)
  if (newest === undefined) throw new Error('There is no message')
  return newest
}
const tokenIn = ({ link }: SentMail): string => /^\/results\/([\w-]{43})$/.exec(link.pathname)?.[1] ?? link.href
async function sent(): Promise<string> {
  expect((await send()).statusCode).toBe(201)
  return tokenIn(await message())
}

const open = (token: string, dateOfBirth = born, client = visitor): Promise<TestResponse> =>
  client.post(`/results/${token}/open`, { dateOfBirth })
const opened = async (token: string, dateOfBirth = born, client = visitor) => {
  const { statusCode, body } = await open(token, dateOfBirth, client)
  return [statusCode, JSON.parse(body).data]
}
const nothing = [200, null]

async function correctEmail(address: string, id = subjectId, client = staff): Promise<void> {
  const { version, ...known } = (await client.get(`/subjects/${id}`)).json().data
  const { kind, dateOfBirth, firstName, lastName, localId } = known
  const body = { kind, dateOfBirth, firstName, lastName, localId, email: address }
  const reply = await client.send('PUT', `/subjects/${id}`, { body, headers: { 'if-match': `"${version}"` } })
  expect(reply.statusCode, reply.body).toBe(200)
}

async function change(path: 'corrections' | 'void', body: object, id = recordId): Promise<void> {
  const { version } = (await staff.get(`/test-records/${id}`)).json().data
  const sentBody = path === 'void' ? why : { ...content, ...why, ...body }
  const reply = await staff.post(`/test-records/${id}/${path}`, sentBody, { 'if-match': `"${version}"` })
  expect(reply.statusCode, reply.body).toBe(200)
}

describe('a result sent by staff', () => {
  it('reaches the person by a link without health content, which opens with their date of birth', async () => {
    const reply = await send()
    expect(reply.json().data.deliveries).toEqual([
      expect.objectContaining({ channel: 'email', reason: 'asked', sentBy: expect.any(String), openedAt: null }),
    ])
    const mail = await message()
    expect(mail.link.hostname).toBe('ours.localhost')
    const words = [mail.subject, mail.text, mail.html].join('\n')
    expect(words).toContain('10 days')
    const { assay, testId } = (await staff.get(`/test-records/${recordId}`)).json().data
    for (const told of ['Ana', 'Quill', 'negative', assay.name, testId, recordId]) expect(words).not.toContain(told)

    const token = tokenIn(mail)
    expect(await opened(token, '1984-02-04')).toEqual(nothing)
    expect(await opened(token)).toEqual([
      200,
      {
        testId,
        result: 'negative',
        analyteResults: [expect.objectContaining({ analyteId: 'line', result: 'negative' })],
        performedAt: '2026-03-01T09:30:00.000Z',
        performedZone: 'Europe/London',
        state: 'recorded',
        assayName: assay.name,
        organisationName: expect.stringContaining(test.ours.marker),
        groupName: expect.stringContaining(test.ours.marker),
        phone: null,
        meaning: null,
        changedAt: null,
      },
    ])
    expect(await statesOf()).toEqual([['email', 'opened', 'asked']])
    const events = await test.query(
      test.ours,
      `select action, outcome, actor_id is null as visitor, details from audit_events
       where resource_id = $1 and action in ('test-record.sent', 'test-record.delivered') order by id`,
      [recordId],
    )
    expect(events).toEqual([
      { action: 'test-record.sent', outcome: 'done', visitor: false, details: { channel: 'email', state: 'asked' } },
      { action: 'test-record.delivered', outcome: 'refused', visitor: true, details: { state: 'wrong-birth-date' } },
      { action: 'test-record.delivered', outcome: 'done', visitor: true, details: null },
    ])
    const stored = await test.query<{ row: string }>(test.ours, 'select d::text as row from deliveries d')
    for (const { row } of stored) expect(row).not.toContain(email)
    expect(log.join('\n')).toContain('/results/:token/open')
    expect(log.join('\n')).not.toContain(token)
  })

  it('is sent once per key, even for two requests at once; another request under the key is refused', async () => {
    const key = { 'idempotency-key': `send-${recordId}` }
    const press = (body = { channel: 'email' }, id = recordId) =>
      staff.post(`/test-records/${id}/deliveries`, body, key)
    const both = await Promise.all([press(), press()])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201]))
    const later = await press()
    expect([later.statusCode, later.json().data.deliveries.length]).toEqual([200, 1])
    expect(await opened(tokenIn(await message()))).toEqual([200, expect.anything()])
    const other = await tested(staff)
    expect((await press({ channel: 'email' }, other.recordId)).json().code).toBe('idempotency-key-reused')
    expect((await press({ channel: 'text' })).json().code).toBe('idempotency-key-reused')
    expect(await statesOf()).toEqual([['email', 'opened', 'asked']])
    expect((await send()).statusCode).toBe(201)
    expect(await test.query(test.ours, 'select 1 from deliveries where test_record_id = $1', [recordId])).toHaveLength(
      2,
    )
  })

  it('goes to the mobile of the person’s account, in its language; without a mobile, the channel is refused', async () => {
    expect((await send('text')).json()).toMatchObject({ code: 'validation', errors: { channel: [expect.any(String)] } })
    expect((await listed()).obstacles).toEqual({ email: null, text: 'subjectWithoutMobile' })
    await test.query(
      test.ours,
      `with person as (update users set mobile = '+447400123456', lang = 'es' where id = $2 returning id)
       update subjects set user_id = (select id from person) where id = $1`,
      [subjectId, userIdOf('patient')],
    )
    await test.query(test.ours, `update tenants set available_languages = '{en_GB,es_MX}'`)
    expect((await send('text')).statusCode).toBe(201)
    const text = await message(1, '+447400123456')
    expect(text.text).toMatch(
      /^Hay un resultado listo para usted en .+: http:\/\/ours\.localhost:3000\/results\/[\w-]{43}$/,
    )
    expect(await opened(tokenIn(text))).toEqual([200, expect.objectContaining({ state: 'recorded' })])
  })

  it('shows the phone number of the group or, if it has none, of its organisation', async () => {
    await send()
    const token = tokenIn(await message())
    const { organisationId, groupId } = test.ours.places.home
    for (const [table, id, phone] of [
      ['organisations', organisationId, '+44 20 7946 0018'],
      ['groups', groupId, '+44 20 7946 0019'],
    ] as const) {
      await test.query(test.ours, `update ${table} set phone = $2 where id = $1`, [id, phone])
      expect(await opened(token)).toEqual([200, expect.objectContaining({ phone })])
      expect((await staff.get(`/test-records/${recordId}`)).json().data.phone).toBe(phone)
    }
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await giveToNewest(subjectId)
    expect((await patient.get('/dashboard')).json().data.phone).toBe('+44 20 7946 0019')
    expect((await staff.get('/dashboard')).json().data.phone).toBeNull()
    for (const table of ['organisations', 'groups']) await test.query(test.ours, `update ${table} set phone = null`)
    expect((await patient.get('/dashboard')).json().data.phone).toBeNull()
  })

  it('is explained in the tenant’s words, both behind the link and on the patient’s home page', async () => {
    const token = await sent()
    const meanings = { en_GB: { negative: 'Nothing was found.' } }
    const own = `select assay_id, assay_version from test_records where id = $2`
    await test.query(test.ours, `update assay_versions set meanings = $1 where (assay_id, version) in (${own})`, [
      JSON.stringify(meanings),
      recordId,
    ])
    expect(await opened(token)).toEqual([200, expect.objectContaining({ meaning: 'Nothing was found.' })])
    const patient = await logInAsSpare(test, test.ours, 'patient')
    expect((await patient.get('/dashboard')).json().data).toMatchObject({ latest: [], meaning: null })
    await giveToNewest(subjectId)
    expect((await patient.get('/dashboard')).json().data).toMatchObject({
      latest: [{ id: recordId }],
      meaning: 'Nothing was found.',
    })
    expect((await staff.get('/dashboard')).json().data.meaning).toBeNull()
    await test.query(test.ours, `update assay_versions set meanings = '{}'`)
  })

  it('is explained in the words of the organisation that tested the person, if it has its own', async () => {
    const admin = await logInAs(test.app, test.ours, 'tenant')
    const { home, away } = test.ours.places
    const words = (negative: string) => allMeanings({ en_GB: { negative } })
    const kit = await createAssay(admin, {
      ...newAssay('Walk-in kit'),
      meanings: words('Ask the nurse on duty.'),
      organisationMeanings: [{ organisationId: home.organisationId, meanings: words('Ask our pharmacist.') }],
    })
    const [line] = kit.analytes
    const recorded = async (client: Client, place: typeof home, of: string) => {
      const body = newRecordAt({ ...place, subjectId: of, assayId: kit.id })
      const results = [{ analyteId: line?.id, result: 'negative' }]
      const response = await client.post('/test-records', { ...body, analyteResults: results })
      expect(response.statusCode, response.body).toBe(201)
      return response.json().data.id as string
    }
    const customer = await tested(staff)
    const atPharmacy = await recorded(staff, home, customer.subjectId)
    expect((await send('email', atPharmacy)).statusCode).toBe(201)
    const told = tokenIn(await message(1, customer.email))
    expect(await opened(told)).toEqual([200, expect.objectContaining({ meaning: 'Ask our pharmacist.' })])
    expect((await staff.post(`/test-records/${atPharmacy}/prints`)).json().data.meaning).toBe('Ask our pharmacist.')

    const resident = await tested(admin, away)
    const atHome = await recorded(admin, away, resident.subjectId)
    expect((await send('email', atHome, admin)).statusCode).toBe(201)
    const toldThere = tokenIn(await message(1, resident.email))
    expect(await opened(toldThere)).toEqual([200, expect.objectContaining({ meaning: 'Ask the nurse on duty.' })])

    // A record keeps the assay's words as they were when it was made, also those of an organisation.
    await changeAssay(admin, kit, { organisationMeanings: [] })
    expect(await opened(told)).toEqual([200, expect.objectContaining({ meaning: 'Ask our pharmacist.' })])
    const later = await recorded(staff, home, customer.subjectId)
    expect((await staff.post(`/test-records/${later}/prints`)).json().data.meaning).toBe('Ask the nurse on duty.')
  })

  it('is refused when nobody could open it: without a date of birth, and for an animal', async () => {
    await test.query(test.ours, 'update subject_identities set date_of_birth = null where subject_id = $1', [subjectId])
    expect((await send()).statusCode).toBe(422)
    expect((await listed()).obstacles.email).toBe('subjectWithoutBirthDate')
    await test.query(
      test.ours,
      `update subject_identities set date_of_birth = '1984-02-03', email = null where subject_id = $1`,
      [subjectId],
    )
    expect((await listed()).obstacles.email).toBe('subjectWithoutEmail')
    await test.query(test.ours, `update subjects set kind = 'non-human' where id = $1`, [subjectId])
    expect((await listed()).obstacles.email).toBe('subjectWithoutBirthDate')
    await change('void', {})
    expect((await send()).json().code).toBe('record-voided')
  })

  it('ends the earlier link of the same channel', async () => {
    const first = await sent()
    expect((await send()).statusCode).toBe(201)
    const second = tokenIn(await message(2))
    expect(await opened(first)).toEqual(nothing)
    expect(await opened(second)).toEqual([200, expect.anything()])
    expect(await statesOf()).toEqual([
      ['email', 'opened', 'asked'],
      ['email', 'ended', 'asked'],
    ])
    expect(await endingsOf()).toEqual(['opened', 'replaced'])
  })

  it('is sent as soon as it is saved, if the tenant wants that', async () => {
    await test.query(test.ours, 'update tenants set sends_results_at_once = true')
    try {
      const person = await tested(staff)
      expect(await opened(tokenIn(await message(1, person.email)))).toEqual([200, expect.anything()])
      expect(await statesOf(person.recordId)).toEqual([['email', 'opened', 'saved']])
    } finally {
      await test.query(test.ours, 'update tenants set sends_results_at_once = false')
    }
  })
})

describe('once it was sent', () => {
  it('a corrected result is shown as corrected and announced by a new link, unless only its note changed', async () => {
    const first = await sent()
    await change('corrections', { note: 'Seen twice', location: 'Room 4' })
    expect(await opened(first)).toEqual([200, expect.objectContaining({ result: 'negative' })])
    await change('corrections', { ...positive, note: 'Seen twice', location: 'Room 4' })
    const mail = await message(2)
    expect([mail.subject, mail.text, mail.html].join('\n')).not.toMatch(/positive|negative|correct/i)
    const [, now] = await opened(tokenIn(mail))
    expect(now).toMatchObject({ result: 'positive', state: 'corrected', changedAt: expect.stringMatching(/Z$/) })
    expect(await opened(first)).toEqual(nothing)
    expect((await test.mails(test.ours, email)).length).toBe(2)
  })

  it('a voided result says so, and its person is told even after the link had expired', async () => {
    await sent()
    await test.query(test.ours, `update deliveries set expires_at = now() where test_record_id = $1`, [recordId])
    expect(await statesOf()).toEqual([['email', 'expired', 'asked']])
    await change('void', {})
    expect(await opened(tokenIn(await message(2)))).toEqual([200, expect.objectContaining({ state: 'voided' })])
  })

  it('a result moved to another person no longer opens: the first person is told, the other is sent nothing', async () => {
    const token = await sent()
    const other = await tested(staff)
    await change('corrections', { subjectId: other.subjectId })
    const notice = await message(2)
    expect(notice.link.href).toBe('about:blank')
    expect(notice.text).toContain('no longer valid')
    expect(await opened(token)).toEqual(nothing)
    expect(await test.mails(test.ours, other.email)).toEqual([])
    expect(await endingsOf()).toEqual(['other-person'])
  })

  it('the link follows a subject into a merge and out of it again', async () => {
    const token = await sent()
    const into = await addSubject(staff, test.ours.places.home, { dateOfBirth: '1990-10-10' })
    await test.query(test.ours, 'update subject_identities set email = null where subject_id = $1', [into])
    const merged = await merge(staff, { from: subjectId, into })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await opened(token)).toEqual(nothing)
    expect(await opened(token, '1990-10-10')).toEqual([200, expect.anything()])
    expect((await undo(staff, merged.json().data)).statusCode).toBe(200)
    expect(await opened(token)).toEqual([200, expect.anything()])
  })

  it('a link ends when the email that it went to is corrected, and a new one goes to the new email', async () => {
    const token = await sent()
    await correctEmail(email.toUpperCase())
    expect(await opened(token)).toEqual([200, expect.anything()])
    await correctEmail(`new-${email}`)
    expect(await opened(token)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['address-changed'])
    expect((await listed()).obstacles.email).toBeNull()
    expect((await send()).statusCode).toBe(201)
    const another = tokenIn(await message(1, `new-${email}`))
    expect(await opened(another)).toEqual([200, expect.anything()])
    expect(await endingsOf()).toEqual(['opened', 'replaced'])
    expect(await test.mails(test.ours, email)).toHaveLength(1)
  })

  it('a person whose email has changed is told of a correction at the new one', async () => {
    await sent()
    await correctEmail(`new-${email}`)
    await change('corrections', positive)
    const [, now] = await opened(tokenIn(await message(1, `new-${email}`)))
    expect(now).toMatchObject({ result: 'positive', state: 'corrected' })
    expect(await test.mails(test.ours, email)).toHaveLength(1)
  })

  it('a link ends when its subject is merged into one with another email, until the merge is undone', async () => {
    const token = await sent()
    const into = await addSubject(staff, test.ours.places.home)
    const merged = await merge(staff, { from: subjectId, into })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await opened(token)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['address-changed'])
    expect((await undo(staff, merged.json().data)).statusCode).toBe(200)
    expect(await opened(token)).toEqual([200, expect.anything()])
  })

  it('a result that was corrected while two people were merged is withdrawn from the kept one, and told to the other', async () => {
    await sent()
    const keptEmail = `kept-${email}`
    const into = await addSubject(staff, test.ours.places.home, { email: keptEmail })
    const merged = await merge(staff, { from: subjectId, into })
    expect(merged.statusCode, merged.body).toBe(200)
    await change('corrections', positive)
    const toKept = tokenIn(await message(1, keptEmail))
    expect((await undo(staff, merged.json().data)).statusCode).toBe(200)

    const notice = await message(2, keptEmail)
    expect(notice.link.href).toBe('about:blank')
    expect(await opened(toKept)).toEqual(nothing)
    expect(await opened(tokenIn(await message(2)))).toEqual([
      200,
      expect.objectContaining({ result: 'positive', state: 'corrected' }),
    ])
  })

  it('a result that was first sent while two people were merged is only withdrawn', async () => {
    const keptEmail = `kept-${email}`
    const into = await addSubject(staff, test.ours.places.home, { email: keptEmail })
    const merged = await merge(staff, { from: subjectId, into })
    await send()
    await message(1, keptEmail)
    expect((await undo(staff, merged.json().data)).statusCode).toBe(200)
    await message(2, keptEmail)
    expect(await endingsOf()).toEqual(['other-person'])
    expect(await test.mails(test.ours, email)).toEqual([])
  })

  it('a link ends when its person verifies another email or changes their mobile', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await giveToNewest(subjectId)
    const { data: me } = (await patient.get('/users/my-details')).json()
    const call = async (number: string) => {
      const { version } = (await patient.get('/users/my-details')).json().data
      const body = { fullName: 'Ana Quill', mobile: { country: 'GB', number } }
      const reply = await patient.send('PUT', '/users/my-details', { body, headers: { 'if-match': `"${version}"` } })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    await call('07400 123457')
    expect((await send()).statusCode).toBe(201)
    const token = tokenIn(await message(1, me.email))
    expect((await send('text')).statusCode).toBe(201)
    const text = tokenIn(await message(1, '+447400123457'))

    const moved = `moved-${email}`
    const asked = await patient.put('/users/my-details/email', { currentPassword: password, email: moved })
    expect(asked.statusCode, asked.body).toBe(204)
    const { link } = await message(1, moved)
    expect(await opened(token)).toEqual([200, expect.anything()])
    expect((await patient.post('/verify', { id: link.searchParams.get('id') })).statusCode).toBe(200)
    expect(await opened(token)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['sent', 'address-changed'])
    expect((await send()).statusCode).toBe(201)
    expect(await opened(tokenIn(await message(2, moved)))).toEqual([200, expect.anything()])

    expect((await patient.post('/login', { username: moved, password })).statusCode).toBe(200)
    await call('07400 123458')
    expect(await opened(text)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['opened', 'address-changed', 'replaced'])
  })

  it('a waiting message is not sent to an email that has been corrected', async () => {
    const late = await startTestApp()
    const nurse = await logInAs(late.app, late.ours, 'group')
    const [corrected, other] = [await tested(nurse, late.ours.places.home), await tested(nurse, late.ours.places.home)]
    for (const person of [corrected, other]) await send('email', person.recordId, nurse)
    await correctEmail(`new-${corrected.email}`, corrected.subjectId, nurse)
    await late.startSending()
    await expect.poll(() => late.mails(late.ours, other.email)).toHaveLength(1)
    const waiting = 'select 1 from messages m join deliveries d on d.id = m.delivery_id and d.ended_at is null'
    await expect.poll(() => late.query(late.ours, `${waiting} where m.state = 'waiting'`)).toEqual([])
    expect(await late.mails(late.ours, corrected.email)).toEqual([])
    const { data } = (await nurse.get(`/test-records/${corrected.recordId}/deliveries`)).json()
    expect(data.deliveries).toEqual([expect.objectContaining({ state: 'ended', endedBecause: 'address-changed' })])
    await late.close()
  })

  it('the links of an erased person end, and their waiting messages are not sent', async () => {
    const token = await sent()
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await giveToNewest(subjectId)
    const reply = await patient.put('/users/my-details/delete', {
      currentPassword: password,
      reason: 'other',
      reasonText: 'Moved',
    })
    expect(reply.statusCode, reply.body).toBe(204)
    expect(await opened(token)).toEqual(nothing)
    expect(await endingsOf()).toEqual(['erased'])
    // The result went to an email other than the account's.
    expect(await test.query(test.ours, 'select 1 from messages where recipient = $1', [email])).toEqual([])
    expect(await test.mails(test.ours, email)).toEqual([])
    expect((await send()).statusCode).toBe(422)
    await change('void', {})
    expect(await statesOf()).toEqual([['email', 'ended', 'asked']])
  })
})

describe('a link', () => {
  it('gets an equal reply, by equal work, whatever is wrong with it', async () => {
    const token = await sent()
    const wrong: Record<string, string> = {
      born: token,
      unknown: 'A'.repeat(43),
      expired: '',
      locked: '',
      ended: '',
      moved: '',
    }
    for (const [name, set] of [
      ['expired', 'expires_at = now()'],
      ['locked', 'wrong_tries = 10'],
      ['ended', 'ended_at = now()'],
    ] as const) {
      const person = await tested(staff)
      await send('email', person.recordId)
      wrong[name] = tokenIn(await message(1, person.email))
      await test.query(test.ours, `update deliveries set ${set} where test_record_id = $1`, [person.recordId])
    }
    const person = await tested(staff)
    await send('email', person.recordId)
    wrong.moved = tokenIn(await message(1, person.email))
    await correctEmail(`new-${person.email}`, person.subjectId)
    const clerk = await logInAs(test.app, test.theirs, 'group')
    const theirs = await tested(clerk, test.theirs.places.home)
    await send('email', theirs.recordId, clerk)
    wrong.foreign = tokenIn(await message(1, theirs.email, test.theirs))
    expect(await opened(wrong.foreign, born, await visit(test.app, test.theirs))).toEqual([200, expect.anything()])

    const pool = createPool({ url: test.database.serverUrl, size: 1, onError: () => undefined })
    const asked: string[] = []
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (given: string | { text: string }, ...more: unknown[]) => unknown
      client.query = ((given: string | { text: string }, ...more: unknown[]) => {
        asked.push(typeof given === 'string' ? given : given.text)
        return query(given, ...more)
      }) as typeof client.query
    })
    const watched = visitor.copy(await test.another({ pool }))
    const works = new Map<string, string[]>()
    for (const [name, one] of Object.entries(wrong)) {
      await open('A'.repeat(43), born, watched)
      asked.length = 0
      const { statusCode, body } = await open(one, name === 'born' ? '1984-02-04' : born, watched)
      expect([name, statusCode, body]).toEqual([name, 200, '{"data":null}'])
      works.set(name, [...asked])
    }
    for (const [name, work] of works) expect([name, work]).toEqual([name, works.get('born')])
    expect(works.get('born')?.length).toBeGreaterThan(5)
    await pool.end()
  })

  it('is locked after 10 wrong dates, even when they come at once, until staff send another', async () => {
    const token = await sent()
    const from = (n: number) => {
      const client = new Client(test.app, visitor.host)
      for (const [name, value] of visitor.cookies) client.cookies.set(name, value)
      return [client, `19${String(10 + (n % 80))}-05-05`] as const
    }
    const guesses = Array.from({ length: 100 }, (_, n) => from(n))
    const replies = await Promise.all(guesses.map(([client, date]) => open(token, date, client)))
    expect(replies.filter(({ body }) => body !== '{"data":null}').every(({ statusCode }) => statusCode === 429)).toBe(
      true,
    )
    const compared = `select 1 from audit_events where resource_id = $1 and details ->> 'state' = 'wrong-birth-date'`
    expect(await test.query(test.ours, compared, [recordId])).toHaveLength(10)
    expect(await opened(token, born, await visit(test.app, test.ours))).toEqual(nothing)
    expect(await statesOf()).toEqual([['email', 'locked', 'asked']])
    expect((await send()).statusCode).toBe(201)
    const another = tokenIn(await message(2))
    expect(await opened(another, born, await visit(test.app, test.ours))).toEqual([200, expect.anything()])
    expect(await opened(token, born, await visit(test.app, test.ours))).toEqual(nothing)
  })

  it('can be opened with the right date any number of times without being locked', async () => {
    const token = await sent()
    for (let n = 0; n < 12; n += 1) expect(await opened(token)).toEqual([200, expect.anything()])
    expect((await open(token, '3 February 1984')).statusCode).toBe(422)
  })
})
