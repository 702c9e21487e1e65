import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { logInAs, visit, type Client, type TestResponse } from './client.ts'
import { addSubject, recordTestOf } from './subjects.ts'
import { startTestApp, type SentMail, type TestApp } from './test-app.ts'

/* For tests of results that are sent: a server that sends, its staff, and for each test a tested person with a record. */

export let test: TestApp
export let staff: Client
export let visitor: Client
export const log: string[] = []

/** A tested person and their record, made anew for each test. */
export let email: string
export let subjectId: string
export let recordId: string
let people = 0

export const born = '1984-02-03'
const why = { reason: 'data-entered-incorrectly', changeNote: 'Checked against the device' }
const content = {
  performedDate: '2026-03-01',
  performedTime: '09:30',
  performedZone: 'Europe/London',
  analyteResults: [{ analyteId: 'line', result: 'negative' }],
}
export const positive = { analyteResults: [{ analyteId: 'line', result: 'positive' }] }

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

export async function tested(client: Client, place = test.ours.places.home) {
  const address = `tested-${(people += 1)}@people.test`
  const subject = await addSubject(client, place, { email: address })
  return { email: address, subjectId: subject, recordId: await recordTestOf(client, place, subject) }
}

/** Links a subject to the account that logged in last. */
export const giveToNewest = (id: string) =>
  test.query(
    test.ours,
    `update subjects set user_id = (select user_id from sessions order by created_at desc limit 1) where id = $1`,
    [id],
  )

export const send = (channel = 'email', id = recordId, client = staff): Promise<TestResponse> =>
  client.post(`/test-records/${id}/deliveries`, { channel })
export const listed = async (id = recordId) => (await staff.get(`/test-records/${id}/deliveries`)).json().data
export const statesOf = async (id = recordId) =>
  (await listed(id)).deliveries.map(({ channel, state, reason }: Record<string, string>) => [channel, state, reason])
export const endingsOf = async (id = recordId) =>
  (await listed(id)).deliveries.map(({ state, endedBecause }: Record<string, string>) => endedBecause ?? state)

/** Waits until an address or number has `count` messages, and returns the newest. */
export async function message(count = 1, to = email, tenant = test.ours): Promise<SentMail> {
  await expect.poll(async () => (await test.mails(tenant, to)).length).toBe(count)
  const [newest] = await test.mails(tenant, to)
  if (newest === undefined) throw new Error('There is no message')
  return newest
}
export const tokenIn = ({ link }: SentMail): string => /^\/results\/([\w-]{43})$/.exec(link.pathname)?.[1] ?? link.href
export async function sent(): Promise<string> {
  expect((await send()).statusCode).toBe(201)
  return tokenIn(await message())
}

export const open = (token: string, dateOfBirth = born, client = visitor): Promise<TestResponse> =>
  client.post(`/results/${token}/open`, { dateOfBirth })
export const opened = async (token: string, dateOfBirth = born, client = visitor) => {
  const { statusCode, body } = await open(token, dateOfBirth, client)
  return [statusCode, JSON.parse(body).data]
}
export const nothing = [200, null]

export async function correctEmail(address: string, id = subjectId, client = staff): Promise<void> {
  const { version, ...known } = (await client.get(`/subjects/${id}`)).json().data
  const { kind, dateOfBirth, firstName, lastName, localId } = known
  const body = { kind, dateOfBirth, firstName, lastName, localId, email: address }
  const reply = await client.send('PUT', `/subjects/${id}`, { body, headers: { 'if-match': `"${version}"` } })
  expect(reply.statusCode, reply.body).toBe(200)
}

export async function change(path: 'corrections' | 'void', body: object, id = recordId): Promise<void> {
  const { version } = (await staff.get(`/test-records/${id}`)).json().data
  const sentBody = path === 'void' ? why : { ...content, ...why, ...body }
  const reply = await staff.post(`/test-records/${id}/${path}`, sentBody, { 'if-match': `"${version}"` })
  expect(reply.statusCode, reply.body).toBe(200)
}
