import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTextSender } from '../platform/text-sender.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { decoded, startMailServer, type MailServer } from '../../tests/programs/mail-server.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { startTextServer, type Refusal, type TextServer } from '../../tests/programs/text-server.ts'

let server: TextServer
let mailServer: MailServer
let isAway = false
let refusal: Refusal | undefined

beforeAll(async () => {
  server = await startTextServer({ isAway: () => isAway, refusal: () => refusal })
  mailServer = await startMailServer()
})
afterAll(() => Promise.all([server.close(), mailServer.close()]))
afterEach(() => {
  isAway = false
  refusal = undefined
  server.received.length = 0
  server.statuses.length = 0
  mailServer.received.length = 0
})

const invite = (client: Client, test: TestApp, email: string) =>
  client.post('/invites', {
    groupId: test.ours.places.home.groupId,
    email,
    mobile: { country: 'GB', number: '07400 123456' },
    lang: 'es',
  })

describe('with a text service', () => {
  let test: TestApp
  let group: Client

  beforeAll(async () => {
    test = await startTestApp()
    await test.startSending(mailServer.url, server.settings)
    group = await logInAs(test.app, test.ours, 'group')
  })
  afterAll(() => test.close())
  beforeEach(() => test.query(test.ours, 'delete from messages'))

  const states = () => test.query(test.ours, 'select channel, state from messages order by channel')

  it('sends the text as one short line with product, link and code', async () => {
    expect((await invite(group, test, 'texted@people.test')).statusCode).toBe(201)
    await expect.poll(() => server.received.length).toBe(1)
    const [sent] = server.received
    expect(sent).toMatchObject({ To: '+447400123456', From: server.settings.from })
    expect(sent?.Body).toMatch(
      /^Oursides Tests: cree su cuenta en http:\/\/ours\.localhost:3000\/patient-registration\/[2-9A-Z]{24} o con el código ([2-9A-Z]{4} ?){6}$/,
    )
    await expect.poll(states).toEqual([
      { channel: 'email', state: 'sent' },
      { channel: 'text', state: 'sent' },
    ])
  })

  it('retries while the service is away, sends once it is back, and does not delay mail', async () => {
    isAway = true
    await invite(group, test, 'waiting@people.test')
    await expect.poll(() => server.statuses.length).toBeGreaterThan(1)
    await expect.poll(() => mailServer.received.length).toBe(1)
    expect(server.received).toEqual([])
    expect(await states()).toContainEqual({ channel: 'text', state: 'waiting' })
    isAway = false
    await expect.poll(states).toEqual([
      { channel: 'email', state: 'sent' },
      { channel: 'text', state: 'sent' },
    ])
    expect(server.received).toHaveLength(1)
    // Each try made a new code, and the last one is valid.
    const code = /[2-9A-Z]{24}/.exec(server.received[0]?.Body ?? '')?.[0] ?? ''
    expect((await group.get('/verify-invite', { code })).statusCode).toBe(200)
  })

  it('gives up a number that cannot get texts, tells staff, and stores neither the number nor the text', async () => {
    refusal = { status: 400, code: 21_610 }
    test.problems.length = 0
    expect((await invite(group, test, 'unsubscribed@people.test')).statusCode).toBe(201)
    await expect.poll(states).toEqual([
      { channel: 'email', state: 'sent' },
      { channel: 'text', state: 'failed' },
    ])
    expect(server.statuses).toEqual([400])
    const { data } = (await group.get('/invites', { search: 'unsubscribed@people.test' })).json()
    expect(data[0].deliveries).toContainEqual(expect.objectContaining({ channel: 'text', state: 'failed' }))
    // The job ends after it has stored what became of the text.
    const unended = (): Promise<unknown[]> =>
      test.query(
        test.ours,
        `select name, output from jobs.job where name = 'send-text' and state not in ('completed', 'cancelled')`,
      )
    await expect.poll(unended).toEqual([])
    await expect.poll(() => test.problems.length).toBe(1)
    expect(test.problems[0]).toContain('status 400, code 21610')
    expect(test.problems[0]).not.toMatch(/7400|unsubscribed|patient-registration/)
  })

  it('retries after too many requests, and stores only the reason', async () => {
    refusal = { status: 429, code: 20_429 }
    await invite(group, test, 'passing@people.test')
    await expect.poll(() => server.statuses.length).toBeGreaterThan(1)
    const kept = await test.query<{ output: unknown }>(
      test.ours,
      `select output from jobs.job where name = 'send-text' and state = 'retry' and output is not null`,
    )
    expect(JSON.stringify(kept)).not.toMatch(/7400|people\.test|patient-registration|a-token/)
    refusal = undefined
    await expect.poll(states).toContainEqual({ channel: 'text', state: 'sent' })
    expect(test.problems.join('\n')).toContain('status 429, code 20429')
    expect(test.problems.join('\n')).not.toMatch(/7400|people\.test|patient-registration|a-token/)
  })

  it('does not send an invite that expired while the service was away', async () => {
    isAway = true
    await invite(group, test, 'late@people.test')
    await expect.poll(() => server.statuses.length).toBeGreaterThan(0)
    await test.query(test.ours, `update invites set expires_at = ${thisMillisecond}`)
    isAway = false
    const unfinished = `select 1 from jobs.job where name = 'send-text' and state <> 'completed'`
    await expect.poll(() => test.query(test.ours, unfinished)).toEqual([])
    expect(server.received).toEqual([])
  })
})

it('without a text service in production, texts wait and mail is sent', async () => {
  const test = await startTestApp()
  try {
    await test.startSendingInProduction(mailServer.url)
    const group = await logInAs(test.app, test.ours, 'group')
    for (const name of ['one', 'two', 'three']) await invite(group, test, `${name}@people.test`)
    await expect.poll(() => mailServer.received.length).toBe(3)
    expect(decoded(mailServer.received[0]?.source ?? '')).toContain('patient-registration')
    expect(
      await test.query(test.ours, `select state, count(*)::int from messages where channel = 'text' group by state`),
    ).toEqual([{ state: 'waiting', count: 3 }])
    expect(await test.query(test.ours, 'select id from development_mail')).toEqual([])
  } finally {
    await test.close()
  }
})

it.each([
  [21_211, 'no number'],
  [21_214, 'a number that is not reached'],
  [21_217, 'a number that seems wrong'],
  [21_610, 'somebody who has unsubscribed'],
  [21_614, 'a number of no mobile'],
  [21_635, 'a landline'],
])('code %i, %s, is final', async (code) => {
  refusal = { status: 400, code }
  const failure = await openTextSender(server.settings)?.({ to: '+447400123456', text: 'A line' }).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ name: 'NotSent', isFinal: true })
})

it.each([
  [{ status: 401, code: 20_003 }, 'about the account'],
  [{ status: 400, code: 21_606 }, 'about the sender'],
  [{ status: 429, code: 20_429 }, 'about the moment'],
  [{ status: 500, code: 20_500 }, 'of the service itself'],
  // A proxy's reply says nothing about the number, whatever code it has.
  [{ status: 502, code: 21_211 }, 'of a server that has no say'],
])('%o, %s, is not final', async (given) => {
  refusal = given
  const failure = await openTextSender(server.settings)?.({ to: '+447400123456', text: 'A line' }).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ name: 'NotSent', isFinal: false })
})

it('gives up when the service accepts a text but does not answer in time', async () => {
  refusal = 'no answer'
  const send = openTextSender(server.settings, { patience: 50 })
  const failure = await send?.({ to: '+447400123456', text: 'A line' }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'NotSent', isFinal: false, message: expect.stringMatching(/in time/) })
})

describe('the error message', () => {
  const text = { to: '+447400123456', text: 'A secret line' }

  it.each([
    ['a wrong secret', { authToken: 'guessed-token' }, /status 401/],
    ['a refused number', { from: '+447400000001' }, /status 400/],
    ['a service that is not there', { url: 'http://127.0.0.1:1' }, /could not be reached/],
  ])('after %s contains no number, secret or text', async (_, change, message) => {
    const send = openTextSender({ ...server.settings, ...change })
    const failure: unknown = await send?.(text).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).toMatch(message)
    const { message: said, stack, cause } = failure as Error
    expect([said, stack, cause].join(' ')).not.toMatch(/447400|token|secret line/i)
  })
})
