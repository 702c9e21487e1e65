import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { codeSentTo, invitedBy, redeem } from '../../tests/server/invites.ts'
import { recordTestOf } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf, type TestTenant } from '../../tests/server/tenants.ts'

const password = 'Copper-Lantern-48'
const born = '1984-02-29'

let test: TestApp
let visitor: Client
let people = 0

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
})
beforeEach(async () => {
  visitor = await visit(test.app, test.ours)
})
afterAll(() => test.close())

const anEmail = () => `linked-${(people += 1)}@people.test`

/** Adds a subject as staff, with one record. */
async function subjectOf(
  email: string,
  dateOfBirth = born,
  tenant: TestTenant = test.ours,
  place = tenant.places.home,
) {
  const staff = await logInAs(test.app, tenant, 'tenant')
  const body = { kind: 'human', groupId: place.groupId, email, dateOfBirth, firstName: 'Ana' }
  const response = await staff.post('/subjects', body)
  expect(response.statusCode, response.body).toBe(201)
  const { id } = response.json().data
  await staff.post('/test-records', {
    organisationId: place.organisationId,
    groupId: place.groupId,
    subjectId: id,
    assayId: place.assayId,
    analyteResults: [{ analyteId: 'line', result: 'negative' }],
    performedDate: '2026-03-01',
    performedTime: '09:30',
    performedZone: 'Europe/London',
  })
  return String(id)
}

async function linkOf(to: string, path: string): Promise<string> {
  let link: URL | undefined
  await expect
    .poll(async () => (link = (await test.mails(test.ours, to)).find((mail) => mail.link.pathname === path)?.link))
    .toBeDefined()
  return link?.searchParams.get('id') ?? link?.searchParams.get('token') ?? ''
}

async function register(email: string): Promise<void> {
  const form = { fullName: 'Rosa Quill', email, password, dateOfBirth: born, country: 'GB', lang: 'en' }
  const response = await visitor.post('/self-registration-user-create', { ...form, termsAccepted: true })
  expect(response.statusCode, response.body).toBe(201)
}

async function verifyRegistration(email: string): Promise<void> {
  const id = await linkOf(email, '/verify-new-self-registration')
  expect((await visitor.get('/verify-new-self-registration', { id })).json().data.needs).toBe('click')
  expect((await visitor.post('/verify-new-self-registration', { id })).statusCode).toBe(200)
}

async function recordsSeenBy(email: string): Promise<number> {
  const patient = await visit(test.app, test.ours)
  expect((await patient.post('/login', { username: email, password })).statusCode).toBe(200)
  return (await patient.get('/test-records', { per_page: '100' })).json().page.total
}

const ownersOf = async (...ids: string[]) =>
  (
    await test.query<{ email: string | null }>(
      test.ours,
      `select u.email from unnest($1::uuid[]) with ordinality as w(id, n) join subjects s on s.tenant_id = $2 and s.id = w.id
       left join users u on u.tenant_id = $2 and u.id = s.user_id order by n`,
      [ids, test.ours.id],
    )
  ).map(({ email }) => email)

describe('a patient’s subjects are linked by email and date of birth', () => {
  it('when they redeem an invite with the code of its mail', async () => {
    const email = anEmail()
    const subjects = [
      await subjectOf(email.toUpperCase()),
      await subjectOf(email, born, test.ours, test.ours.places.away),
      await subjectOf(email, '1984-03-01', test.ours, test.ours.places.ward),
    ]
    await subjectOf(email, born, test.theirs)
    await invitedBy(await logInAs(test.app, test.ours, 'group'), test.ours, { email })
    const code = await codeSentTo(test, test.ours, email)
    expect((await redeem(visitor, code, { dateOfBirth: born })).statusCode).toBe(201)
    expect(await ownersOf(...subjects)).toEqual([email, email, null])
    expect(await recordsSeenBy(email)).toBe(2)
    const events = await test.query(
      test.ours,
      `select resource_id, details->>'userId' = actor_id::text as is_theirs from audit_events where action = 'subject.linked'
       and resource_id = any($1) order by resource_id`,
      [subjects],
    )
    expect(events).toEqual(
      subjects
        .slice(0, 2)
        .toSorted()
        .map((resource_id) => ({ resource_id, is_theirs: true })),
    )
    const foreign = await test.query(test.theirs, `select 1 from subjects where user_id is not null and id <> $1`, [
      test.theirs.places.home.subjectId,
    ])
    expect(foreign).toEqual([])
  })

  it('when they redeem an invite with the code of its text, only once the email is verified', async () => {
    const email = anEmail()
    const subject = await subjectOf(email)
    const mobile = { country: 'GB', number: '07400 123456' }
    await invitedBy(await logInAs(test.app, test.ours, 'group'), test.ours, { email, mobile })
    await redeem(visitor, await codeSentTo(test, test.ours, '+447400123456'), { dateOfBirth: born })
    expect(await ownersOf(subject)).toEqual([null])
    await verifyRegistration(email)
    expect(await ownersOf(subject)).toEqual([email])
  })

  it('when they verify their registration, and not before', async () => {
    const email = anEmail()
    const [own, another] = [
      await subjectOf(email),
      await subjectOf(email, '1950-01-01', test.ours, test.ours.places.ward),
    ]
    await register(email)
    expect(await ownersOf(own, another)).toEqual([null, null])
    await verifyRegistration(email)
    expect(await ownersOf(own, another)).toEqual([email, null])
    expect(await recordsSeenBy(email)).toBe(1)
  })

  it('when staff add the subject after the patient was verified', async () => {
    const email = anEmail()
    await register(email)
    expect(await ownersOf(await subjectOf(email, born, test.ours, test.ours.places.away))).toEqual([null])
    await verifyRegistration(email)
    const [own, another] = [
      await subjectOf(email.toUpperCase()),
      await subjectOf(email, '1950-01-01', test.ours, test.ours.places.ward),
    ]
    expect(await ownersOf(own, another)).toEqual([email, null])
    expect(await recordsSeenBy(email)).toBe(2)
  })

  it('when a new password has verified the email', async () => {
    const email = anEmail()
    const subject = await subjectOf(email)
    await register(email)
    await visitor.post('/password-resets', { email })
    const token = await linkOf(email, '/forgotten-password')
    expect((await visitor.put('/passwords', { token, email, password })).statusCode).toBe(204)
    expect(await ownersOf(subject)).toEqual([email])
  })

  it('when they verify a changed email', async () => {
    const [before, after] = [anEmail(), anEmail()]
    const subjects = [await subjectOf(before), await subjectOf(after)]
    await register(before)
    await verifyRegistration(before)
    expect(await ownersOf(...subjects)).toEqual([before, null])
    await test.query(test.ours, 'update users set pending_email = $2 where email = $1', [before, after])
    await visitor.post('/verification-emails', { email: before })
    expect((await visitor.post('/verify', { id: await linkOf(after, '/verify'), password })).statusCode).toBe(200)
    expect(await ownersOf(...subjects)).toEqual([after, after])
  })
})

it('a patient who is tested at another place sees the record, also after the email of the account has changed', async () => {
  const [before, after] = [anEmail(), anEmail()]
  const subject = await subjectOf(before)
  await register(before)
  await verifyRegistration(before)
  await test.query(test.ours, 'update users set email = $2 where email = $1', [before, after])
  const staff = await logInAs(test.app, test.ours, 'tenant')
  const { away } = test.ours.places
  const here = await staff.put(`/subjects/${subject}/groups/${away.groupId}`)
  expect(here.statusCode, here.body).toBe(204)
  await recordTestOf(staff, away, subject)
  expect(await recordsSeenBy(after)).toBe(2)
})

it('a linked subject stays with its patient', async () => {
  const email = anEmail()
  const subject = await subjectOf(email)
  await test.query(test.ours, 'update subjects set user_id = $2 where id = $1', [subject, userIdOf('patient')])
  await register(email)
  await verifyRegistration(email)
  expect(await ownersOf(subject)).toEqual(['patient@clinic.test'])
})

it('staff get no subjects, even with a date of birth', async () => {
  const email = anEmail()
  const subject = await subjectOf(email)
  await register(email)
  await test.query(test.ours, `update users set user_type = 'clinical' where email = $1`, [email])
  await verifyRegistration(email)
  expect(await ownersOf(subject)).toEqual([null])
})
