import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meantEmail } from '../../contract/rules/name-and-email.ts'
import { leftOutOnCitus } from '../testing/citus.ts'
import { logInAs, visit, type Client } from '../testing/client.ts'
import { runMigration } from '../testing/run-migration.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { emailOf, password, userIdOf } from '../testing/tenants.ts'

const isLeftOut = leftOutOnCitus('migrations of rows are run before tenants are spread')

let test: TestApp
let tenant: Client
let groupId: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  ;({ groupId } = test.ours.places.home)
  for (const { id } of [test.ours, test.theirs])
    await test.query(test.ours, `update users set email = 'clinical@käse.de' where tenant_id = $1 and id = $2`, [
      id,
      userIdOf('clinical'),
    ])
})
afterAll(() => test.close())

const spellings = ['clinical@käse.de', 'clinical@xn--kse-qla.de', 'CLINICAL@KÄSE.DE', 'Clinical@XN--KSE-QLA.DE']
const logIn = async (username: string, at = test.ours) =>
  (await (await visit(test.app, at)).post('/login', { username, password })).statusCode
const person = (email: string) => ({
  kind: 'human',
  groupId,
  email,
  firstName: 'Anna',
  lastName: 'Käse',
  dateOfBirth: '1990-02-03',
})

describe('an account', () => {
  it.each(spellings)('is logged in to by its email as %s, and is not here in another tenant', async (username) => {
    expect(await logIn(username)).toBe(200)
    expect(await logIn(username, test.theirs)).toBe(401)
  })

  it.each(spellings)('is not made twice: %s', async (email) => {
    const { places } = test.ours
    const again = await tenant.post('/users', {
      email,
      fullName: 'Anna Käse',
      userType: 'clinical',
      lang: 'en',
      organisationId: places.home.organisationId,
      groupIds: [groupId],
    })
    expect([again.statusCode, Object.keys(again.json().errors ?? {})], again.body).toEqual([409, ['email']])
  })
})

it('a person is found by every spelling of their email, and is not added twice', async () => {
  const added = await tenant.post('/subjects', person('anna@xn--kse-qla.de'))
  expect(added.statusCode, added.body).toBe(201)
  expect(added.json().data.email).toBe('anna@käse.de')
  for (const email of ['anna@käse.de', 'ANNA@xn--kse-qla.de', 'Anna <anna@KÄSE.de>']) {
    expect((await tenant.post('/subjects', { ...person(email), firstName: 'Other' })).statusCode, email).toBe(409)
    const found = await tenant.post('/subjects/lookup', { groupId, email })
    expect([email, found.json().data?.id]).toEqual([email, added.json().data.id])
  }
})

it.each([
  'a&b@example.org',
  "o'brien+x@example.org",
  'x@пример.рф',
  `${'a'.repeat(64)}@example.org`,
  'jörg@example.org',
])('a person may have the email %s', async (email) => {
  const added = await tenant.post('/subjects', { ...person(email), firstName: email.slice(0, 5) })
  expect(added.statusCode, added.body).toBe(201)
  expect(added.json().data.email).toBe(email)
})

it.skipIf(isLeftOut)('emails that were stored by the spelling of mail servers are those of people since', async () => {
  const set = (email: string) =>
    test.query(test.ours, 'update users set email = $1, pending_email = $1 where id = $2', [email, userIdOf('group')])
  const stored = () =>
    test.query<{ email: string; pending_email: string }>(
      test.ours,
      'select email, pending_email from users where id = $1',
      [userIdOf('group')],
    )
  for (const [before, after] of [
    ['Group@xn--kse-qla.de', 'Group@käse.de'],
    ['x@XN--e1afmkfd.xn--p1ai', 'x@пример.рф'],
    ['x@mail.xn--bcher-kva.example', 'x@mail.bücher.example'],
    ['x@xn--r8jz45g.xn--zckzah', 'x@例え.テスト'],
    ['x@xn--zzzzzzzzzzzzzzz.de', 'x@xn--zzzzzzzzzzzzzzz.de'],
    ['x@a-xn--b.de', 'x@a-xn--b.de'],
    // Signs, joiners, wide letters and capitals are none of a domain where it is typed.
    ['x@xn--i-7iq.ws', 'x@xn--i-7iq.ws'],
    ['x@xn--ls8h.la', 'x@xn--ls8h.la'],
    ['x@xn--mgba3gch31f060k.example', 'x@xn--mgba3gch31f060k.example'],
    ['x@xn--dmin-zg0y.example', 'x@xn--dmin-zg0y.example'],
    ['x@xn--swavbq.example', 'x@xn--swavbq.example'],
    ['x@xn--fiqs8s.xn--55qx5d', 'x@中国.公司'],
    [emailOf('group'), emailOf('group')],
  ] as const) {
    await set(before)
    await runMigration(test, '0251-one-spelling-of-email-domains')
    expect([before, await stored()]).toEqual([before, [{ email: after, pending_email: after }]])
    // Whoever types it is looked for by the same spelling.
    expect(meantEmail(before)).toBe(after)
  }
})

it.skipIf(isLeftOut)('links and messages that were sent before are found by the spelling of people, too', async () => {
  const sent = 'links@xn--kse-qla.de'
  await test.query(
    test.ours,
    `insert into tokens (tenant_id, token_hash, user_id, purpose, email, expires_at)
     values ($1, 'a hash of a link', $2, 'password', $3, now() + interval '1 hour')`,
    [test.ours.id, userIdOf('group'), sent],
  )
  await test.query(
    test.ours,
    `insert into messages (tenant_id, id, user_id, channel, template, recipient, locale, state, sent_at)
     values ($1, gen_random_uuid(), $2, 'email', 'password-changed', $3, 'en_GB', 'sent', now())`,
    [test.ours.id, userIdOf('group'), sent],
  )
  await runMigration(test, '0251-one-spelling-of-email-domains')
  const found = await test.query(
    test.ours,
    `select email from tokens where email like 'links@%' union all select recipient from messages where recipient like 'links@%'`,
  )
  expect(found).toEqual([{ email: 'links@käse.de' }, { email: 'links@käse.de' }])
})
