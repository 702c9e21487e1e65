import { randomUUID } from 'node:crypto'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mostWebhooks } from '../../contract/limits-and-times.ts'
import { webhookMessage } from '../../contract/webhooks/message.ts'
import { sealAudit } from '../audit/service.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { everythingStored } from '../../tests/server/everything-stored.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { withoutServerOf } from '../../tests/programs/away-server.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { makeWebhook, recordAtHome, sendAll, setWebhooks } from '../../tests/server/tried-webhooks.ts'
import { WebhookReceiver } from '../../tests/programs/webhook-receiver.ts'
import { sendDueMessages, startSendingWebhooks } from './sending-service.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client
let receiver: WebhookReceiver
const log: string[] = []

beforeAll(async () => {
  test = await startTestApp({
    settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' },
    lookUpName: async (name) => (name === 'localhost' ? ['127.0.0.1'] : []),
    log: { write: (line) => void log.push(line) },
  })
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())
beforeEach(async () => {
  receiver = await WebhookReceiver.start()
})
afterEach(async () => {
  await receiver.stop()
  // Every message is as the description of the API says.
  for (const { body } of receiver.received) expect(webhookMessage.safeParse(JSON.parse(body)).error).toBeUndefined()
  await set(`state = 'ended', paused_because = null`, null)
})

const make = (kinds: string[], withContent = false) => makeWebhook(admin, { url: receiver.url, kinds, withContent })
const record = () => recordAtHome(admin, test.ours)
const send = () => sendAll(test)
const set = (change: string, id: string | null) => setWebhooks(test, test.ours, change, id)

async function voidRecord(id: string): Promise<void> {
  const reply = await admin.post(`/test-records/${id}/void`, { reason: 'created-in-error' }, { 'if-match': '"1"' })
  expect(reply.statusCode).toBe(200)
}

async function shown(id: string) {
  const { data } = (await admin.get('/webhooks', { per_page: '100' })).json()
  return data.find((webhook: { id: string }) => webhook.id === id)
}

/** Verifies the last message with a secret, and returns what it says. */
function verifyLast(secret: string): unknown {
  const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} }
  return new Verifier(secret).verify(body, headers)
}

const types = () => receiver.received.map(({ type }) => type)

describe('what is sent', () => {
  it('is verified by the package of the standard, in the order in which it happened, with ids alone', async () => {
    const { secret } = await make(['test_record.recorded', 'test_record.voided'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const first = await record()
    const second = await record()
    await voidRecord(first)
    await send()
    const verifier = new Verifier(secret)
    for (const { body, headers } of receiver.received) expect(verifier.verify(body, headers)).toEqual(JSON.parse(body))
    expect(new Set(receiver.received.map(({ headers }) => headers['user-agent']))).toEqual(
      new Set(['Lateral-Webhooks']),
    )
    const sent = receiver.received.map(({ type, data }) => [type, data.testRecordId])
    expect(sent).toEqual([
      ['test_record.recorded', first],
      ['test_record.recorded', second],
      ['test_record.voided', first],
    ])
    const positions = receiver.received.map(({ data }) => Number(data.position))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(Object.keys(receiver.received[0]?.data ?? {})).toEqual(['tenant', 'position', 'testRecordId'])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  it('has the content of a record if that is switched on, and nobody’s name', async () => {
    await make(['test_record.recorded'], true)
    const id = await record()
    await send()
    const { home } = test.ours.places
    expect(receiver.received[0]?.data).toMatchObject({
      testRecordId: id,
      content: { result: 'negative', state: 'recorded', subjectId: home.subjectId, groupId: home.groupId },
    })
    expect(receiver.received[0]?.body).not.toContain('@')
  })

  it('is nothing of another tenant, and nothing of before', async () => {
    await record()
    await sealAudit(test.door)
    await make(['test_record.recorded'])
    const other = await logInAs(test.app, test.theirs, 'tenant')
    expect((await other.post('/test-records', newRecordAt(test.theirs.places.home))).statusCode).toBe(201)
    const own = await record()
    await send()
    expect(receiver.received.map(({ data }) => data.testRecordId)).toEqual([own])
  })
})

describe('a receiver that fails', () => {
  it('gets the same message again, in order, and what came meanwhile', async () => {
    const { id } = await make(['test_record.recorded'])
    receiver.answer = () => ({ status: 500 })
    const first = await record()
    const second = await record()
    await send()
    expect(receiver.received.map(({ data }) => data.testRecordId)).toEqual([first])
    expect(await shown(id)).toMatchObject({ state: 'failing' })
    // It is not due yet.
    await send()
    expect(receiver.received).toHaveLength(1)
    receiver.answer = () => ({ status: 204 })
    await set(`due_at = ${thisMillisecond}`, id)
    await send()
    expect(receiver.received.map(({ data }) => data.testRecordId)).toEqual([first, first, second])
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
    expect(await shown(id)).toMatchObject({ state: 'active', failingSince: null })
  })

  it('is tried ten times, then paused with a mail, and goes on where it stopped', async () => {
    const { id } = await make(['test_record.recorded'])
    receiver.answer = () => ({ status: 503 })
    const first = await record()
    const mails = async () =>
      (await test.query(test.ours, `select id from messages where template = 'webhook-stopped'`)).length
    const before = await mails()
    for (let tries = 1; tries <= 10; tries++) {
      expect(await shown(id)).toMatchObject({ state: tries === 1 ? 'active' : 'failing' })
      await set(`due_at = ${thisMillisecond}`, id)
      await send()
    }
    expect(receiver.received).toHaveLength(10)
    expect(await shown(id)).toMatchObject({ state: 'paused', pausedBecause: 'failing' })
    const administrators = await test.query(
      test.ours,
      `select id from users where user_type = 'tenant' and status = 'active'`,
    )
    expect(await mails()).toBe(before + administrators.length)
    await set(`due_at = ${thisMillisecond}`, id)
    await send()
    expect(receiver.received).toHaveLength(10)

    receiver.answer = () => ({ status: 200 })
    expect((await admin.put(`/webhooks/${id}/resume`)).statusCode).toBe(200)
    await send()
    expect(receiver.received.at(-1)?.data.testRecordId).toBe(first)
    expect(await shown(id)).toMatchObject({ state: 'active' })
  })

  it('is given longer if it asks for it', async () => {
    const { id } = await make(['test_record.recorded'])
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } })
    await record()
    await send()
    const { failingSince, nextTryAt } = await shown(id)
    expect(Date.parse(nextTryAt) - Date.parse(failingSince)).toBe(3600_000)
  })

  it('gets nothing more after the answer that it is gone', async () => {
    const { id } = await make(['test_record.recorded'])
    receiver.answer = () => ({ status: 410 })
    await record()
    await record()
    await send()
    expect(receiver.received).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ state: 'ended' })
    for (const action of ['resume', 'rotate', 'test']) {
      expect((await admin.put(`/webhooks/${id}/${action}`)).json().code).toBe('not-possible')
    }
  })

  it('does not hold up another one', async () => {
    const slow = await make(['test_record.recorded'])
    receiver.answer = ({ headers }) => (headers['webhook-id']?.startsWith('test_') ? { status: 204 } : 'never')
    const quick = await WebhookReceiver.start()
    const reply = await admin.post('/webhooks', {
      url: quick.url,
      kinds: ['test_record.recorded'],
      withContent: false,
    })
    await record()
    await sealAudit(test.door)
    const stop = startSendingWebhooks(test.door, { ...test.webhooks, limitMs: 3000 }, () => undefined)
    await expect.poll(() => quick.received.length).toBe(1)
    await expect.poll(async () => (await shown(slow.id)).state).toBe('failing')
    await stop()
    await quick.stop()
    expect(reply.statusCode).toBe(201)
  })
})

describe('while the server of another tenant is away', () => {
  it('messages are sent, and an error says in how many tenants nobody could look', async () => {
    await make(['test_record.recorded'])
    const recorded = await record()
    await sealAudit(test.door)
    const errors: string[] = []
    const door = withoutServerOf(test.theirs.id, test.door)
    const stop = startSendingWebhooks(door, test.webhooks, ({ message }) => errors.push(message))
    await expect.poll(() => receiver.received.map(({ data }) => data.testRecordId)).toEqual([recorded])
    await stop()
    expect(errors[0]).toBe(`It failed in 1 of 2 tenants, first in ${test.theirs.id}: could not connect to the server`)
  })
})

describe('a process that dies', () => {
  it('leaves its message to another one, which sends it again', async () => {
    const { id } = await make(['test_record.recorded'])
    const recorded = await record()
    await sealAudit(test.door)
    await set(`lease = '${randomUUID()}', leased_until = now() + interval '20 seconds'`, id)
    await send()
    expect(receiver.received).toEqual([])
    await set(`leased_until = now() - interval '1 second'`, id)
    await send()
    expect(receiver.received.map(({ data }) => data.testRecordId)).toEqual([recorded])
  })

  it('and comes back changes nothing any more', async () => {
    const { id } = await make(['test_record.recorded'])
    await record()
    await sealAudit(test.door)
    receiver.answer = () => ({ status: 500 })
    const [due] = (await test.door.dueWebhooks(10)).filter((one) => one.id === id)
    // While the message is under way, another process takes over.
    receiver.answer = () => {
      void set(`lease = '${randomUUID()}', leased_until = now() + interval '20 seconds', tries = 7`, id)
      return 'never'
    }
    if (due === undefined) throw new Error('The webhook has something to send')
    await sendDueMessages(test.door, { ...test.webhooks, limitMs: 1000 }, due)
    const [row] = await test.query<{ tries: number }>(test.ours, 'select tries from webhooks where id = $1', [id])
    expect([receiver.received.length, row?.tries]).toEqual([1, 7])
  })
})

describe('the secret', () => {
  it('can be renewed: for a day both sign, then the new one alone', async () => {
    const { id, secret } = await make(['test_record.recorded'])
    const rotated = (await admin.put(`/webhooks/${id}/rotate`)).json().data
    expect(rotated.secret).not.toBe(secret)
    await record()
    await send()
    for (const by of [secret, rotated.secret]) expect(verifyLast(by)).toBeDefined()
    expect((await shown(id)).formerUntil).not.toBeNull()
    await test.query(
      test.ours,
      `update webhook_secrets set ends_at = now() - interval '1 second' where webhook_id = $1 and ends_at is not null`,
      [id],
    )
    await record()
    await send()
    expect(verifyLast(rotated.secret)).toBeDefined()
    expect(() => verifyLast(secret)).toThrow('No matching signature')
    expect((await shown(id)).formerUntil).toBeNull()
  })

  it('can be renewed by two people at once: what each of them got is valid', async () => {
    const { id, secret } = await make(['test_record.recorded'])
    const renewed = await Promise.all([1, 2].map(() => admin.put(`/webhooks/${id}/rotate`)))
    await record()
    await send()
    for (const by of [secret, ...renewed.map((reply) => reply.json().data.secret)]) {
      expect(verifyLast(by)).toBeDefined()
    }
  })

  it('is in no list, log, trail or copy of the database', async () => {
    const { id, secret } = await make(['test_record.recorded'])
    await record()
    await send()
    await admin.put(`/webhooks/${id}/test`)
    const list = (await admin.get('/webhooks', { per_page: '100' })).body
    const attempts = (await admin.get(`/webhooks/${id}/attempts`)).body
    const stored = await everythingStored(test, test.ours)
    expect(list).toContain(id)
    expect(stored).toContain(id)
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
    for (const text of [list, attempts, stored, log.join('\n')]) {
      for (const form of [secret.slice(6, 40), bytes.toString('hex'), bytes.toString('base64url').slice(0, 40)]) {
        expect(text.toLowerCase()).not.toContain(form.toLowerCase())
      }
    }
  })

  it('of another installation sends nothing, and pauses the webhook', async () => {
    const { id } = await make(['test_record.recorded'])
    await test.query(test.ours, `update webhook_secrets set secret = '\\x01' || secret where webhook_id = $1`, [id])
    await record()
    await send()
    expect(receiver.connections).toBe(0)
    expect(await shown(id)).toMatchObject({ state: 'paused', pausedBecause: 'secret' })
    await admin.put(`/webhooks/${id}/rotate`)
    await admin.put(`/webhooks/${id}/resume`)
    await send()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a webhook that is revoked', () => {
  it('sends nothing after the reply, also what is under way', async () => {
    const { id } = await make(['test_record.recorded'])
    for (let i = 0; i < 5; i++) await record()
    await sealAudit(test.door)
    const got = Promise.withResolvers<void>()
    receiver.answer = () => {
      got.resolve()
      return { status: 204 }
    }
    const [due] = (await test.door.dueWebhooks(10)).filter((one) => one.id === id)
    const sending = due && sendDueMessages(test.door, test.webhooks, due)
    await got.promise
    expect((await admin.put(`/webhooks/${id}/revoke`)).json().data).toMatchObject({ state: 'revoked' })
    const before = receiver.received.length
    await sending
    await record()
    await send()
    expect(receiver.received).toHaveLength(before)
    expect(await test.query(test.ours, 'select id from webhook_secrets where webhook_id = $1', [id])).toEqual([])
    expect((await admin.put(`/webhooks/${id}/test`)).json().code).toBe('not-possible')
    expect((await admin.put(`/webhooks/${id}/revoke`)).statusCode).toBe(200)
  })
})

describe('by hand', () => {
  it('a test is sent, and what was sent is sent again under the same id', async () => {
    const { id, secret } = await make(['test_record.recorded'])
    const tested = (await admin.put(`/webhooks/${id}/test`)).json().data
    expect(tested).toMatchObject({ kind: 'webhook.test', status: 204, isDelivered: true, isByHand: true })
    const recorded = await record()
    await send()
    const { data: attempts } = (await admin.get(`/webhooks/${id}/attempts`)).json()
    expect(attempts.map(({ kind }: { kind: string }) => kind)).toEqual(['test_record.recorded', 'webhook.test'])
    const again = (await admin.put(`/webhook-attempts/${attempts[0].id}/resend`)).json().data
    expect(again).toMatchObject({ messageId: attempts[0].messageId, body: attempts[0].body, isByHand: true })
    expect(types()).toEqual(['webhook.test', 'test_record.recorded', 'test_record.recorded'])
    expect(verifyLast(secret)).toMatchObject({ data: { testRecordId: recorded } })
  })

  it('a failure is an answer, too', async () => {
    const { id } = await make(['test_record.recorded'])
    receiver.answer = () => ({ status: 500, body: 'I am\0broken' })
    expect((await admin.put(`/webhooks/${id}/test`)).json().data).toMatchObject({
      status: 500,
      isDelivered: false,
      answer: 'I ambroken',
    })
  })
})

describe('a webhook is made', () => {
  const body = (url: string) => ({ url, kinds: ['test_record.recorded'], withContent: false })

  it.each(['http://hooks.example.org/', 'https://user:word@hooks.example.org/', 'https://x/#here', 'hooks', ''])(
    'not with the address %s',
    async (url) => {
      const reply = await admin.post('/webhooks', body(url))
      expect([reply.statusCode, Object.keys(reply.json().errors ?? {})]).toEqual([422, ['url']])
    },
  )

  it.each(['https://10.0.0.1/', 'https://[::1]/', 'https://0xa000001/', 'https://169.254.169.254/latest'])(
    'not with the private address %s',
    async (url) => {
      expect((await admin.post('/webhooks', body(url))).json().errors).toHaveProperty('url')
    },
  )

  it('not beyond the most that a tenant may have, though many are made at once', async () => {
    await test.query(test.ours, 'delete from throttle_counters')
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) => admin.post('/webhooks', body(`https://hooks.example.org/${n}`))),
    )
    expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(mostWebhooks)
  })

  it('only by administrators, and another tenant does not see it', async () => {
    const { id } = await make(['test_record.recorded'])
    const organisation = await logInAs(test.app, test.ours, 'organisation')
    expect((await organisation.post('/webhooks', body('https://hooks.example.org/'))).statusCode).toBe(403)
    const other = await logInAs(test.app, test.theirs, 'tenant')
    expect((await other.get('/webhooks', { per_page: '100' })).body).not.toContain(receiver.url)
    const attempt = (await admin.put(`/webhooks/${id}/test`)).json().data
    for (const path of [`/webhooks/${id}/revoke`, `/webhooks/${id}/test`, `/webhook-attempts/${attempt.id}/resend`]) {
      expect((await other.put(path)).statusCode).toBe(404)
    }
    expect(receiver.received).toHaveLength(1)
  })
})
