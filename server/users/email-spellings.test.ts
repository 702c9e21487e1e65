import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { password, userIdOf } from '../../tests/server/tenants.ts'

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
