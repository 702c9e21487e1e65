import { describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { Client, logInAs, visit } from '../../tests/server/client.ts'
import { emailOf, userIdOf } from '../../tests/server/tenants.ts'
import {
  words,
  test,
  visitor,
  aForm,
  register,
  verify,
  logIn,
  mailTo,
  registeredToken,
  outbox,
  userOf,
  setFlags,
} from '../../tests/server/registered-people.ts'

describe('registering', () => {
  it('creates a patient who can log in once the mail’s link has verified the email', async () => {
    const form = aForm({ email: 'Ana.Ruiz@people.test', mobile: { country: 'GB', number: '07400 123456' } })
    const response = await register(form)
    expect([response.statusCode, response.json()]).toEqual([201, { data: { email: form.email } }])
    expect(await userOf(form.email)).toMatchObject({
      user_type: 'patient',
      full_name: 'Rosa Quill',
      date_of_birth: '1990-01-31',
      country: 'GB',
      mobile: '+447400123456',
      lang: 'en',
      email_verified_at: null,
      terms_accepted_version: expect.any(String),
      terms_accepted_at: expect.any(Date),
      organisation_id: null,
    })
    expect((await logIn(form.email)).json()).toMatchObject({ code: 'email-unverified', email: form.email })

    const { link, subject } = await mailTo(form.email)
    expect([subject, link.pathname]).toEqual([
      phrases.mail['verify-registration.subject'],
      '/verify-new-self-registration',
    ])
    const verified = await verify(link.searchParams.get('id') ?? '')
    expect([verified.statusCode, verified.json()]).toEqual([200, { data: { email: form.email } }])
    const login = await logIn(form.email)
    expect(login.json().data).toMatchObject({ userType: { name: 'patient' }, termsAccepted: true })
  })

  it('is audited without personal data', async () => {
    const form = aForm()
    await register(form)
    const user = await userOf(form.email)
    const events = await test.query(
      test.ours,
      `select action, outcome, actor_id, audit_events::text as text from audit_events where resource_id = $1`,
      [user?.id],
    )
    expect(events).toMatchObject([{ action: 'user.self-registered', outcome: 'done', actor_id: user?.id }])
    expect(events[0]?.text).not.toMatch(/rosa|quill|1990|lantern/i)
  })

  it('gives an equal reply for an email with an account, changes nothing, and tells its owner', async () => {
    const email = emailOf('clinical').toUpperCase()
    const before = await userOf(email)
    const response = await register(aForm({ email }))
    expect([response.statusCode, response.json()]).toEqual([201, { data: { email } }])
    expect(await userOf(email)).toEqual(before)
    const { subject, link, text } = await mailTo(emailOf('clinical'))
    expect([subject, link.pathname, link.search]).toEqual([
      phrases.mail['already-registered.subject'],
      '/password-reset',
      '',
    ])
    expect(text).not.toContain('Rosa')
  })

  it('tells the owner three times in fifteen minutes, however often somebody tries', async () => {
    const email = emailOf('provider')
    const before = await outbox()
    for (let i = 0; i < 5; i += 1) expect((await register(aForm({ email }))).statusCode).toBe(201)
    expect((await outbox()) - before).toBe(3)
  })

  it('creates one account for simultaneous requests with one email', async () => {
    const form = aForm()
    const replies = await Promise.all(Array.from({ length: 5 }, () => register(form, visitor.copy())))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201))
    const rows = await test.query(test.ours, 'select id from users where email = $1', [form.email])
    expect(rows).toHaveLength(1)
  })

  it('creates an account for an email that has one in another tenant', async () => {
    await test.query(test.theirs, `update users set email = 'only@theirs.test' where id = $1`, [userIdOf('group')])
    await register(aForm({ email: 'only@theirs.test' }))
    expect((await mailTo('only@theirs.test')).subject).toBe(phrases.mail['verify-registration.subject'])
    expect(await test.mails(test.theirs, 'only@theirs.test')).toEqual([])
  })

  it('writes in the person’s language', async () => {
    await test.query(test.ours, `update tenants set available_languages = '{en_GB,es_MX}'`)
    const form = aForm({ lang: 'es' })
    await register(form)
    expect((await mailTo(form.email)).subject).toBe('Verifique su correo electrónico')
  })

  it('is refused where the tenant does not allow it', async () => {
    await setFlags('PREVENT_SELF_REGISTRATION')
    const form = aForm()
    const response = await register(form)
    await setFlags()
    expect([response.statusCode, response.json().code]).toEqual([403, 'self-registration-disabled'])
    expect(await userOf(form.email)).toBeUndefined()
  })

  it('creates an account without web access where the tenant wants that, and changes no other account', async () => {
    const { email } = aForm()
    expect((await verify(await registeredToken(email))).statusCode).toBe(200)
    const held = async (client: Client) => (await client.get('/users/my-details')).json().data.permissions
    const usual = (await logIn(email)).json().data.permissions
    expect(usual).toContain('login-dashboard')

    await setFlags('PREVENT_SELF_REGISTRATION_WEB_LOGIN')
    const without = usual.filter((one: string) => one !== 'login-dashboard')
    expect(await held(visitor)).toEqual(without)
    expect((await logIn(email)).json().data.permissions).toEqual(without)
    await test.query(test.ours, 'update users set invited_by = $2 where email = $1', [email, userIdOf('group')])
    expect(await held(visitor)).toEqual(usual)
    expect(await held(await logInAs(test.app, test.ours, 'clinical'))).toContain('login-dashboard')
    await setFlags()
  })

  it('is refused where the tenant is suspended', async () => {
    await test.query(test.ours, `update tenants set status = 'suspended'`)
    const response = await register(aForm())
    await test.query(test.ours, `update tenants set status = 'active'`)
    expect(response.json().code).toBe('tenant-suspended')
  })

  it('is accepted for many people at one address, because a success gives its attempt back', async () => {
    for (let i = 0; i < 31; i += 1) {
      expect((await register(aForm({ email: `pupil-${i}@school.test` }))).statusCode).toBe(201)
    }
  })

  it('is limited per address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 31; i += 1) statuses.push((await register(aForm({ country: 'FR' }))).statusCode)
    expect(statuses).toEqual([...Array(30).fill(422), 429])
    expect(Number((await register(aForm())).headers['retry-after'])).toBeGreaterThan(0)
    expect((await register(aForm(), await visit(test.app, test.ours))).statusCode).toBe(201)
  })

  it.each([
    ['fullName', { fullName: ' ' }, 'Full name is required'],
    ['fullName', { fullName: 'x'.repeat(101) }, 'Max 100 characters'],
    ['fullName', { fullName: 'Win at https://evil.test' }, words.nameIsAddress],
    ['email', { email: 'rosa@' }, words.email],
    [
      'password',
      { password: 'Short-1' },
      'Must use 10 or more lowercase and uppercase characters, and include at least one number or symbol.',
    ],
    ['password', { password: 'Password12' }, words.commonPassword],
    ['password', { password: 'Copper-Quill-48' }, words.passwordOfName],
    ['password', { password: 'Oursides-Lantern-48' }, words.passwordOfName],
    ['dateOfBirth', { dateOfBirth: '2999-01-01' }, words.dateInFuture],
    ['dateOfBirth', { dateOfBirth: '1880-01-01' }, 'Date must be after 120 years ago'],
    ['dateOfBirth', { dateOfBirth: '\u00a01990-01-31' }, words.malformed],
    ['dateOfBirth', { dateOfBirth: '\u202a1990-01-31\u202c' }, words.malformed],
    ['dateOfBirth', { dateOfBirth: undefined }, 'Date of birth is required'],
    ['country', { country: 'XX' }, words.choice],
    ['country', { country: 'FR' }, words.choice],
    ['mobile.country', { mobile: { country: '', number: '07400 123456' } }, words.countryCode],
    ['mobile.country', { mobile: { country: 'FR', number: '06 12 34 56 78' } }, words.countryCode],
    ['mobile.number', { mobile: { country: 'GB', number: '07400' } }, words.phone],
    ['mobile.number', { mobile: { country: 'GB', number: '020 7946 0958' } }, words.phoneMobile],
    ['mobile.number', { mobile: { country: 'GB', number: '+353 85 012 3456' } }, words.phone],
    ['lang', { lang: 'xx' }, words.choice],
    ['termsAccepted', { termsAccepted: false }, words.terms],
  ])('reports what is wrong at %s (%#)', async (field, change, message) => {
    const form = aForm(change)
    const response = await register(form)
    expect(response.statusCode, response.body).toBe(422)
    expect(response.json().errors).toEqual({ [field]: [message] })
    expect(await userOf(form.email)).toBeUndefined()
  })

  it('reports everything at once that the tenant refuses', async () => {
    const mobile = { country: 'GB', number: '07400' }
    const response = await register(aForm({ country: 'FR', mobile, password: 'Password12' }))
    expect(Object.keys(response.json().errors).toSorted()).toEqual(['country', 'mobile.number', 'password'])
  })

  it('checks the mobile number against the tenant’s own pattern', async () => {
    await test.query(test.ours, `update tenants set phone_regex = '^\\+353'`)
    const refused = await register(aForm({ mobile: { country: 'GB', number: '07400 123456' } }))
    const form = aForm({ mobile: { country: 'IE', number: '085 012 3456' } })
    const taken = await register(form)
    await test.query(test.ours, 'update tenants set phone_regex = null')
    expect(refused.json().errors).toEqual({ 'mobile.number': [words.phone] })
    expect([taken.statusCode, (await userOf(form.email))?.mobile]).toEqual([201, '+353850123456'])
  })

  it('accepts a US number, which may be a landline or a mobile', async () => {
    await test.query(test.ours, `update tenants set countries = '{US}'`)
    const response = await register(aForm({ country: 'US', mobile: { country: 'US', number: '(213) 373-4253' } }))
    await test.query(test.ours, `update tenants set countries = '{GB,IE}'`)
    expect(response.statusCode, response.body).toBe(201)
  })
})

describe('a tenant’s own networks', () => {
  it('have far more attempts per address, and no more per account', async () => {
    await test.query(test.ours, `update tenant_limits set own_networks = '{203.0.113.0/24,2001:db8:7::/48}'`)
    const from = async (address: string) => {
      const client = new Client(test.app, test.ours.host, address)
      await client.get('/sanctum/csrf-cookie')
      return client
    }
    const wrong = async (client: Client, times: number) => {
      const statuses = new Set<number>()
      for (let i = 0; i < times; i += 1) statuses.add((await register(aForm({ country: 'FR' }), client)).statusCode)
      return [...statuses]
    }
    expect(await wrong(await from('203.0.113.9'), 35)).toEqual([422])
    expect(await wrong(await from('2001:db8:7:1::9'), 35)).toEqual([422])
    expect(await wrong(await from('203.0.114.9'), 35)).toEqual([422, 429])
    const guesser = await from('203.0.113.10')
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1)
      statuses.push((await guesser.post('/login', { username: 'group@clinic.test', password: 'wrong' })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    await test.query(test.ours, `update tenant_limits set own_networks = '{}'`)
  })
})
