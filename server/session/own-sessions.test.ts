import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { logInAs, visit } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password } from '../../tests/server/tenants.ts'

const fresh = 'Quiet-Harbour-Lights-7'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

beforeEach(async () => {
  await test.query(test.ours, 'delete from throttle_counters')
  await test.query(test.ours, 'delete from sessions')
  await test.query(test.ours, 'delete from messages')
  await test.query(test.ours, `update users set password_hash = $1 where user_type <> 'machine'`, [
    test.ours.passwordHash,
  ])
})

const logIn = async (sent: string) =>
  (await (await visit(test.app, test.ours)).post('/login', { username: emailOf('clinical'), password: sent }))
    .statusCode

it('users see where they are logged in themselves, and nobody else', async () => {
  const here = await logInAs(test.app, test.ours, 'clinical')
  await logInAs(test.app, test.ours, 'clinical')
  await logInAs(test.app, test.ours, 'group')
  await logInAs(test.app, test.theirs, 'clinical')
  const { data } = (await here.get('/users/my-details/sessions')).json()
  expect(data).toHaveLength(2)
  expect(data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
})

it('logging out elsewhere ends the user’s other sessions in every process, and nobody else’s', async () => {
  const here = await logInAs(test.app, test.ours, 'clinical')
  const elsewhere = (await logInAs(test.app, test.ours, 'clinical')).copy(await test.another())
  const other = await logInAs(test.app, test.ours, 'group')
  expect((await here.put('/users/my-details/sessions/end-others')).statusCode).toBe(204)
  const replies = await Promise.all([here, elsewhere, other].map((client) => client.get('/users/my-details')))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200])
})

it('a new password ends the other sessions, keeps this one, and is announced by mail', async () => {
  const here = await logInAs(test.app, test.ours, 'clinical')
  const elsewhere = await logInAs(test.app, test.ours, 'clinical')
  const changed = await here.put('/users/my-details/password', { currentPassword: password, password: fresh })
  expect(changed.statusCode).toBe(204)
  expect((await here.get('/users/my-details')).statusCode).toBe(200)
  expect((await elsewhere.get('/users/my-details')).statusCode).toBe(401)
  expect([await logIn(password), await logIn(fresh)]).toEqual([401, 200])
  expect(await test.query(test.ours, 'select template, recipient from messages')).toEqual([
    { template: 'password-changed', recipient: emailOf('clinical') },
  ])
})

it('wrong current passwords are reported at their field and limited, without blocking logins', async () => {
  const here = await logInAs(test.app, test.ours, 'clinical')
  const change = (currentPassword: string) =>
    here.put('/users/my-details/password', { currentPassword, password: fresh })
  const refused = await change('Wrong-Password-1')
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { currentPassword: ['This is not your current password'] },
  ])
  const replies = await Promise.all(Array.from({ length: 12 }, () => change('Wrong-Password-1')))
  expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(9)
  expect((await change(password)).statusCode).toBe(429)
  expect(await logIn(password)).toBe(200)
})

it.each([
  ['Password123!', 'too easy to guess'],
  ['Oursides-rule-99x', 'cannot contain'],
])('%s is refused as a new password', async (weak, words) => {
  const here = await logInAs(test.app, test.ours, 'clinical')
  const refused = await here.put('/users/my-details/password', { currentPassword: password, password: weak })
  expect(refused.json().errors.password).toEqual([expect.stringContaining(words)])
})
