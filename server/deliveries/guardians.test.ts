import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { addSubject, recordTestOf } from '../../tests/server/subjects.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { password } from '../../tests/server/tenants.ts'
import { startTestApp, type SentMail, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let staff: Client
let people = 0
let email: string
let subjectId: string
let recordId: string

const born = '2012-02-03'
const mobile = { country: 'GB', number: '07400 123456', type: 'mobile', texts: true }
const e164 = '+447400123456'
const guardian = { name: 'Rana Quill', relation: 'Mother', email: 'rana@people.test', receives: true }

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
  staff = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())

beforeEach(async () => {
  await keep('guardian', 'telephones', 'language')
  email = `child-${(people += 1)}@people.test`
  subjectId = await addSubject(staff, test.ours.places.home, { email, dateOfBirth: born })
  recordId = await recordTestOf(staff, test.ours.places.home, subjectId)
})

const keep = (...kinds: string[]) => test.query(test.ours, 'update tenants set subject_details = $1', [kinds])

async function give(details: object): Promise<void> {
  const { version } = (await staff.get(`/subjects/${subjectId}`)).json().data
  const changed = await staff.send('PUT', `/subjects/${subjectId}`, {
    body: { kind: 'human', email, dateOfBirth: born, details },
    headers: { 'if-match': `"${version}"` },
  })
  expect(changed.statusCode, changed.body).toBe(200)
}

const send = (channel = 'email') => staff.post(`/test-records/${recordId}/deliveries`, { channel })
const listed = async () => (await staff.get(`/test-records/${recordId}/deliveries`)).json().data
const messagesTo = async (address: string): Promise<SentMail[]> => await test.mails(test.ours, address)

async function open({ link }: SentMail) {
  const visitor = await visit(test.app, test.ours)
  return (await visitor.post(`${link.pathname}/open`, { dateOfBirth: born })).json().data
}

describe('a guardian who receives results', () => {
  it('gets them instead of the person, and opens them with the person’s date of birth', async () => {
    await give({ guardian })
    const before = await messagesTo(guardian.email)
    expect(await listed()).toMatchObject({
      guardian: { name: 'Rana Quill', relation: 'Mother' },
      obstacles: { email: null, text: 'guardianWithoutMobile' },
    })
    expect((await send()).statusCode).toBe(201)
    await expect.poll(async () => (await messagesTo(guardian.email)).length).toBe(before.length + 1)
    expect(await messagesTo(email)).toEqual([])
    const [newest] = await messagesTo(guardian.email)
    expect(await open(newest as SentMail)).toMatchObject({ result: expect.any(String) })
    expect((await listed()).deliveries).toEqual([expect.objectContaining({ isToGuardian: true, state: 'opened' })])
    const told = await test.query(test.ours, `select from audit_events where details::text ~* 'rana'`)
    expect(told).toEqual([])
  })

  it('gets a text message only on a mobile that accepts them', async () => {
    await give({ guardian: { ...guardian, email: null, telephone: mobile } })
    expect((await listed()).obstacles).toEqual({ email: 'guardianWithoutEmail', text: null })
    const refused = await send()
    expect(Object.keys(refused.json().errors)).toEqual(['channel'])
    const before = await messagesTo(e164)
    expect((await send('text')).statusCode).toBe(201)
    await expect.poll(async () => (await messagesTo(e164)).length).toBe(before.length + 1)
  })

  it('takes over from the person at once: an earlier link to the person ends', async () => {
    await send()
    await expect.poll(async () => (await messagesTo(email)).length).toBe(1)
    const [first] = await messagesTo(email)
    await give({ guardian })
    expect((await listed()).deliveries).toEqual([
      expect.objectContaining({ isToGuardian: false, endedBecause: 'address-changed' }),
    ])
    expect(await open(first as SentMail)).toBeNull()
  })

  it('of two, one of whom leaves, is sent nothing at a former email for the other', async () => {
    const shared = { ...guardian, email: 'parent@people.test' }
    const patient = await logInAsSpare(test, test.ours, 'patient')
    const { id: userId } = (await patient.get('/users/my-details')).json().data
    await give({ guardian: shared })
    await test.query(test.ours, 'update subjects set user_id = $2 where id = $1', [subjectId, userId])
    email = `child-${(people += 1)}@people.test`
    subjectId = await addSubject(staff, test.ours.places.home, { email, dateOfBirth: born })
    recordId = await recordTestOf(staff, test.ours.places.home, subjectId)
    await give({ guardian: shared })
    expect((await send()).statusCode).toBe(201)
    await expect.poll(async () => (await messagesTo(shared.email)).length).toBe(1)
    const [mail] = await messagesTo(shared.email)
    const leave = { currentPassword: password, reason: 'created-in-error', reasonText: null }
    expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
    expect(await open(mail as SentMail)).toMatchObject({ result: expect.any(String) })
    await give({ guardian: { ...shared, email: 'moved@people.test' } })
    expect(await open(mail as SentMail)).toBeNull()
    const before = await messagesTo(shared.email)
    expect((await send()).statusCode).toBe(201)
    await expect.poll(async () => (await messagesTo('moved@people.test')).length).toBe(1)
    expect(await messagesTo(shared.email)).toEqual(before)
  })

  it('gets nothing where the tenant does not keep guardians, or the guardian does not receive', async () => {
    await give({ guardian: { ...guardian, receives: false } })
    expect((await listed()).guardian).toBeNull()
    await give({ guardian })
    await keep('telephones')
    expect((await listed()).guardian).toBeNull()
    const before = await messagesTo(guardian.email)
    await send()
    await expect.poll(async () => (await messagesTo(email)).length).toBe(1)
    expect((await listed()).deliveries).toEqual([expect.objectContaining({ isToGuardian: false })])
    expect(await messagesTo(guardian.email)).toEqual(before)
  })
})

it('a person without an account gets text messages on the first telephone that accepts them, in their language', async () => {
  const landline = { country: 'GB', number: '020 7946 0958', type: 'landline' }
  await give({ telephones: [landline, { ...mobile, texts: false }] })
  expect((await listed()).obstacles.text).toBe('subjectWithoutMobile')
  await test.query(test.ours, `update tenants set available_languages = array['en_GB', 'es_MX']`)
  const accepting = ['07400 654321', '07400 654322'].map((number) => ({ ...mobile, number }))
  await give({ telephones: [landline, { ...mobile, texts: false }, ...accepting], language: 'es' })
  expect((await send('text')).statusCode).toBe(201)
  await expect.poll(async () => (await messagesTo('+447400654321')).length).toBe(1)
  const texts = await test.query(
    test.ours,
    `select recipient, locale from messages where recipient like '+44740065432_'`,
  )
  expect(texts).toEqual([{ recipient: '+447400654321', locale: 'es_MX' }])
})
