import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sealAudit } from '../audit/service.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { startMailServer } from '../../tests/programs/mail-server.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { emailOf, password, type TestTenant } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { makeWebhook, recordAtHome, sendAll, setWebhooks } from '../../tests/server/tried-webhooks.ts'
import { WebhookReceiver } from '../../tests/programs/webhook-receiver.ts'
import { sendDueMessages, startSendingWebhooks } from './sending-service.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client
let receiver: WebhookReceiver
/** Runs when a name is looked up, which is after a message was prepared and before it is sent. */
let atLookup: () => Promise<void> = async () => undefined

beforeAll(async () => {
  test = await startTestApp({
    settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' },
    lookUpName: async () => {
      await atLookup()
      return ['127.0.0.1']
    },
  })
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())
beforeEach(async () => {
  receiver = await WebhookReceiver.start()
})
afterEach(async () => {
  vi.restoreAllMocks()
  atLookup = async () => undefined
  await receiver.stop()
  for (const tenant of [test.ours, test.theirs]) {
    await setWebhooks(test, tenant, `state = 'ended', paused_because = null`, null)
  }
})

const make = () => makeWebhook(admin, { url: receiver.url })
const record = () => recordAtHome(admin, test.ours)

/** Makes the process believe that it was stopped for a minute, during which its timers did not run. */
function stopForAMinute(): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
}

describe('a process that was stopped for a minute', () => {
  it('sends nothing of what it had prepared', async () => {
    const { id } = await make()
    await record()
    let lookups = 0
    atLookup = async () => {
      lookups += 1
      stopForAMinute()
      // Meanwhile another process has taken over.
      await setWebhooks(test, test.ours, `lease = '${randomUUID()}', leased_until = now() + interval '20 seconds'`, id)
    }
    await sendAll(test)
    expect([lookups, receiver.received]).toEqual([1, []])
  })

  it('does not even begin to send', async () => {
    await make()
    await record()
    await sealAudit(test.door)
    const [due] = await test.door.dueWebhooks(10)
    const enterTenant: typeof test.door.enterTenant = async (...entry) => {
      const result = await test.door.enterTenant(...entry)
      stopForAMinute()
      return result
    }
    if (due === undefined) throw new Error('The webhook has something to send')
    await sendDueMessages({ ...test.door, enterTenant }, test.webhooks, due)
    expect(receiver.connections).toBe(0)
  })
})

describe('a revocation', () => {
  it('waits for what somebody sends again meanwhile', async () => {
    const { id } = await make()
    await record()
    await sendAll(test)
    const [attempt] = (await admin.get(`/webhooks/${id}/attempts`)).json().data
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    atLookup = async () => {
      reached.resolve()
      await goOn.promise
    }
    const events: string[] = []
    receiver.answer = () => {
      events.push('sent')
      return { status: 204 }
    }
    const sent = admin.put(`/webhook-attempts/${attempt.id}/resend`)
    await reached.promise
    const revoked = admin.put(`/webhooks/${id}/revoke`).then((reply) => {
      events.push('revoked')
      return reply
    })
    await expect
      .poll(() => test.query(test.ours, `select from webhooks where id = $1 and state = 'revoked'`, [id]), {
        timeout: 20_000,
      })
      .toHaveLength(1)
    goOn.resolve()
    expect((await sent).json().data).toMatchObject({ status: 204, isByHand: true })
    expect((await revoked).statusCode).toBe(200)
    expect(events).toEqual(['sent', 'revoked'])
    const { data } = (await admin.get(`/webhooks/${id}/attempts`)).json()
    expect(data.map(({ status }: { status: number }) => status)).toEqual([204, 204])
  })

  it('is not followed by what a stopped process was asked to send', async () => {
    const { id } = await make()
    atLookup = async () => stopForAMinute()
    expect((await admin.put(`/webhooks/${id}/test`)).json().data).toMatchObject({ problem: 'timeout' })
    expect(receiver.received).toEqual([])
  })
})

it('nothing more leaves a tenant that is suspended while it sends', async () => {
  const { id } = await makeWebhook(admin, { url: receiver.url })
  for (let i = 0; i < 3; i++) await record()
  const setStatus = (status: string) => test.query(test.ours, `update tenants set status = $1`, [status])
  atLookup = async () => void (await setStatus('suspended'))
  await sendAll(test)
  expect(receiver.received).toHaveLength(1)
  await setWebhooks(test, test.ours, `due_at = ${thisMillisecond}`, id)
  await sendAll(test)
  expect(receiver.received).toHaveLength(1)
  atLookup = async () => undefined
  await setStatus('active')
  await setWebhooks(test, test.ours, `due_at = ${thisMillisecond}`, id)
  await sendAll(test)
  expect(receiver.received).toHaveLength(3)
})

it('a webhook that has ended keeps no secret', async () => {
  const { id } = await make()
  receiver.answer = () => ({ status: 410 })
  await record()
  await sendAll(test)
  expect(await test.query(test.ours, 'select from webhook_secrets where webhook_id = $1', [id])).toEqual([])
})

describe('receivers that never answer', () => {
  let stop: () => Promise<void>
  let slow: WebhookReceiver
  beforeEach(async () => {
    slow = await WebhookReceiver.start()
    slow.answer = () => 'never'
  })
  afterEach(async () => {
    await slow.stop()
    await stop()
  })

  /** Makes webhooks of a tenant that wait for ever, and lets this process send for them. */
  async function hang(owner: Client, tenant: TestTenant, count: number): Promise<void> {
    for (let i = 0; i < count; i++) await makeWebhook(owner, { url: slow.url })
    await recordAtHome(owner, tenant)
    await sealAudit(test.door)
    stop = startSendingWebhooks(test.door, { ...test.webhooks, limitMs: 600_000 }, () => undefined)
    await expect.poll(() => slow.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(4)
  }

  it('hold up no webhook of another tenant', async () => {
    const other = await logInAs(test.app, test.theirs, 'tenant')
    await hang(other, test.theirs, 20)
    await make()
    const id = await record()
    await sealAudit(test.door)
    await expect.poll(() => receiver.received.map(({ data }) => data.testRecordId), { timeout: 30_000 }).toEqual([id])
    expect(slow.received).toHaveLength(4)
  })

  it('delay no mail', async () => {
    const mails = await startMailServer()
    try {
      await test.startSending(mails.url)
      await hang(admin, test.ours, 10)
      const visitor = await visit(test.app, test.ours)
      await visitor.post('/password-resets', { email: emailOf('clinical') })
      await expect
        .poll(() => mails.received.flatMap(({ to }) => to), { timeout: 30_000 })
        .toContain(emailOf('clinical'))
      expect(slow.received).toHaveLength(4)
    } finally {
      await mails.close()
    }
  })
})

it('what waited while a person was erased does not name them any more', async () => {
  const { subjectId } = test.ours.places.home
  await makeWebhook(admin, {
    url: receiver.url,
    kinds: ['test_record.recorded', 'subject.anonymised'],
    withContent: true,
  })
  const id = await record()
  const patient = await logInAs(test.app, test.ours, 'patient')
  const reason = { reason: 'no-longer-required', reasonText: null }
  const erased = await patient.put('/users/my-details/delete', { currentPassword: password, ...reason })
  expect(erased.statusCode, erased.body).toBe(204)
  await sendAll(test)
  expect(receiver.received.map(({ data }) => data)).toMatchObject([
    { testRecordId: id, content: { result: 'negative', subjectId: null } },
    { subjectIds: expect.arrayContaining([subjectId]) },
  ])
})
