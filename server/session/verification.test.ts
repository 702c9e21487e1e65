import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { codeSentTo, invitedBy, redeem } from '../../tests/server/invites.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

/** The stranger knows the owner's email and date of birth. These are the passwords that each of them chooses. */
const strangers = 'Copper-Lantern-48'
const owners = 'Quiet-Harbour-Lights-7'
const born = '1984-02-29'
const registered = '/verify-new-self-registration'

let test: TestApp
let stranger: Client
let owner: Client
let email: string
let people = 0

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
})
beforeEach(async () => {
  stranger = await visit(test.app, test.ours)
  owner = await visit(test.app, test.ours)
  email = `owner-${(people += 1)}@people.test`
  await recordAbout(email)
})
afterAll(() => test.close())

/** Records a test of a subject with this email and date of birth. */
async function recordAbout(subject: string): Promise<void> {
  const staff = await logInAs(test.app, test.ours, 'tenant')
  const { organisationId, groupId, assayId } = test.ours.places.home
  const made = await staff.post('/subjects', { kind: 'human', groupId, email: subject, dateOfBirth: born })
  const record = await staff.post('/test-records', {
    organisationId,
    groupId,
    assayId,
    subjectId: made.json().data.id,
    analyteResults: [{ analyteId: 'line', result: 'positive' }],
    performedDate: '2026-03-01',
    performedTime: '09:30',
    performedZone: 'Europe/London',
  })
  expect(record.statusCode, record.body).toBe(201)
}

async function register(address = email, client = stranger): Promise<void> {
  const form = { fullName: 'Rosa Quill', email: address, password: strangers, dateOfBirth: born, country: 'GB' }
  const response = await client.post('/self-registration-user-create', { ...form, lang: 'en', termsAccepted: true })
  expect(response.statusCode, response.body).toBe(201)
}

/** Returns the token of the newest mail's link with this path. */
async function linkTo(path: string, address = email): Promise<string> {
  let link: URL | undefined
  const find = async () =>
    (link = (await test.mails(test.ours, address)).find((mail) => mail.link.pathname === path)?.link)
  await expect.poll(find).toBeDefined()
  return link?.searchParams.get('id') ?? link?.searchParams.get('token') ?? ''
}

const logIn = (client: Client, password: string, username = email) => client.post('/login', { username, password })
const recordsSeenBy = async (client: Client) =>
  (await client.get('/test-records', { per_page: '100' })).json().page.total

/** Reads everything about people that opening a link could change. */
const stored = () =>
  test.query(
    test.ours,
    `select (select json_agg(u order by id) from users u) as users, (select json_agg(s order by id) from subjects s) as subjects,
       (select json_agg(t order by token_hash) from tokens t) as tokens, (select count(*) from audit_events) as events,
       (select json_agg(b order by user_id, token_hash) from browsers b) as browsers`,
  )

describe('a stranger’s registration with somebody else’s email and date of birth', () => {
  beforeEach(() => register())

  it('is not changed by the owner opening the link, however often', async () => {
    const id = await linkTo(registered)
    const before = await stored()
    for (let i = 0; i < 3; i += 1) {
      const opened = await owner.get(registered, { id })
      expect(opened.json().data).toEqual({ email, fullName: 'Rosa Quill', needs: 'password' })
    }
    expect((await stranger.get(registered, { id })).json().data.needs).toBe('click')
    expect(await stored()).toEqual(before)
    expect((await logIn(stranger, strangers)).json().code).toBe('email-unverified')
  })

  it('is not verified by the owner’s click, but only with the chosen password', async () => {
    const id = await linkTo(registered)
    const clicked = await owner.post(registered, { id })
    expect([clicked.statusCode, clicked.json().errors]).toEqual([422, { password: ['Password is required'] }])
    const guessed = await owner.post(registered, { id, password: owners })
    expect([guessed.statusCode, guessed.json().errors]).toEqual([
      422,
      { password: [phrases.serverRules.notChosenPassword] },
    ])
    expect((await logIn(stranger, strangers)).json().code).toBe('email-unverified')
    const refused = await test.query(
      test.ours,
      `select e.outcome from audit_events e join users u on u.id = e.resource_id
       where u.email = $1 and e.action = 'user.email-verified'`,
      [email],
    )
    expect(refused).toEqual([{ outcome: 'refused' }])
  })

  it('is taken over by the owner’s new password, which opens the records to the owner alone', async () => {
    const id = await linkTo(registered)
    expect((await owner.put('/passwords', { token: id, email, password: owners })).statusCode).toBe(204)
    expect((await logIn(stranger, strangers)).statusCode).toBe(401)
    expect((await stranger.post(registered, { id })).json().data).toEqual({ email })
    expect((await stranger.get('/test-records')).statusCode).toBe(401)
    expect((await logIn(owner, owners)).statusCode).toBe(200)
    expect(await recordsSeenBy(owner)).toBe(1)
  })

  it('is taken over by a new password that the owner sets without the link', async () => {
    await owner.post('/password-resets', { email })
    const token = await linkTo('/forgotten-password')
    expect((await owner.put('/passwords', { token, email, password: owners })).statusCode).toBe(204)
    expect((await logIn(stranger, strangers)).statusCode).toBe(401)
    expect((await logIn(owner, owners)).statusCode).toBe(200)
  })

  it('is opened by only one of a new password and a simultaneous verification with the old one', async () => {
    const id = await linkTo(registered)
    const phone = await visit(test.app, test.ours)
    await Promise.all([
      owner.put('/passwords', { token: id, email, password: owners }),
      phone.post(registered, { id, password: strangers }),
    ])
    const logins = [await logIn(owner, owners), await logIn(phone, strangers)]
    expect(logins.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('needs the same proof after the stranger has sent the mail again', async () => {
    await linkTo(registered)
    await stranger.post('/verification-emails', { email })
    await expect.poll(() => test.mails(test.ours, email)).toHaveLength(2)
    const opened = await owner.get(registered, { id: await linkTo(registered) })
    expect(opened.json().data.needs).toBe('password')
  })
})

describe('a person’s own registration', () => {
  it('is verified by a click in the same browser', async () => {
    await register(email, owner)
    expect((await owner.post(registered, { id: await linkTo(registered) })).json().data).toEqual({ email })
    expect((await logIn(owner, strangers)).statusCode).toBe(200)
    expect(await recordsSeenBy(owner)).toBe(1)
  })

  it('is verified with the chosen password in another browser', async () => {
    await register(email, owner)
    const phone = await visit(test.app, test.ours)
    const id = await linkTo(registered)
    expect((await phone.post(registered, { id, password: strangers })).json().data).toEqual({ email })
    expect((await logIn(phone, strangers)).statusCode).toBe(200)
  })

  it('limits wrong passwords like a login', async () => {
    await register()
    const id = await linkTo(registered)
    for (let i = 0; i < 10; i += 1)
      expect((await owner.post(registered, { id, password: owners })).statusCode).toBe(422)
    expect((await owner.post(registered, { id, password: strangers })).statusCode).toBe(429)
    expect((await logIn(owner, strangers)).statusCode).toBe(429)
  })

  it('allows no new password by the link once it is verified', async () => {
    await register(email, owner)
    const id = await linkTo(registered)
    await owner.post(registered, { id })
    expect((await owner.put('/passwords', { token: id, email, password: owners })).json().code).toBe('link-invalid')
  })

  it('marks the browser with a cookie that scripts cannot read, and stores only its hash', async () => {
    await register()
    const token = stranger.cookies.get('lateral_browser') ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const [row] = await test.query(test.ours, 'select json_agg(b)::text as text from browsers b')
    expect(row?.text).not.toContain(token)
    const form = { fullName: 'Rosa Quill', email: 'again@people.test', password: strangers, dateOfBirth: born }
    const { cookies } = await stranger.post('/self-registration-user-create', {
      ...form,
      country: 'GB',
      lang: 'en',
      termsAccepted: true,
    })
    expect(cookies).toEqual([
      { name: 'lateral_browser', value: token, path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 31_536_000 },
    ])
  })
})

describe('a stranger’s redemption of an invite by text, with the email of somebody else,', () => {
  it('is not verified by the owner’s click', async () => {
    const mobile = { country: 'GB', number: '07400 123456' }
    await invitedBy(await logInAs(test.app, test.ours, 'group'), test.ours, { email, mobile })
    await redeem(stranger, await codeSentTo(test, test.ours, '+447400123456'), { dateOfBirth: born })
    const id = await linkTo(registered)
    expect((await owner.post(registered, { id })).statusCode).toBe(422)
    expect((await logIn(stranger, strangers)).json().code).toBe('email-unverified')
    expect((await owner.put('/passwords', { token: id, email, password: owners })).statusCode).toBe(204)
    expect((await logIn(stranger, strangers)).statusCode).toBe(401)
    expect((await logIn(owner, owners)).statusCode).toBe(200)
    expect(await recordsSeenBy(owner)).toBe(1)
  })
})

describe('a stranger’s change of their own email to somebody else’s', () => {
  let own: string
  beforeEach(async () => {
    own = `stranger-${people}@people.test`
    await register(own)
    await stranger.post(registered, { id: await linkTo(registered, own) })
    await logIn(stranger, strangers, own)
    await stranger.put('/users/my-details/email', { currentPassword: strangers, email })
  })

  it('is changed neither by the owner opening the link nor by a click or a password of the owner', async () => {
    const id = await linkTo('/verify')
    const before = await stored()
    expect((await owner.get('/verify', { id })).json().data).toEqual({
      email,
      fullName: 'Rosa Quill',
      needs: 'password',
    })
    expect(await stored()).toEqual(before)
    expect((await owner.post('/verify', { id })).statusCode).toBe(422)
    expect((await owner.post('/verify', { id, password: owners })).statusCode).toBe(422)
    expect((await logIn(stranger, strangers)).statusCode).toBe(401)
  })

  it('does not give the owner the stranger’s account by the link', async () => {
    const id = await linkTo('/verify')
    expect((await owner.put('/passwords', { token: id, email, password: owners })).statusCode).toBe(404)
  })

  it('is verified in the browser that asked for it, or with the password', async () => {
    const id = await linkTo('/verify')
    expect((await stranger.get('/verify', { id })).json().data.needs).toBe('click')
    const phone = await visit(test.app, test.ours)
    expect((await phone.post('/verify', { id, password: strangers })).json().data).toEqual({ email })
    expect((await logIn(phone, strangers)).statusCode).toBe(200)
  })

  it('asks for the password in a browser that only logged in before', async () => {
    await test.query(test.ours, `delete from browsers where purpose = 'email'`)
    expect((await stranger.get('/verify', { id: await linkTo('/verify') })).json().data.needs).toBe('password')
  })
})
