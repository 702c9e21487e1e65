import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { Notification } from '../../contract/notifications/items.ts'
import type { NotificationRule } from '../../contract/notifications/rules.ts'
import type { Result } from '../../contract/rules/results.ts'
import { sealAudit } from '../../server/audit/service.ts'
import { makeNotifications } from '../../server/notifications/making-service.ts'
import { aRule } from '../walks/nouns/notifications.ts'
import { logInAs, type Client } from './client.ts'
import { newRecordAt } from './new-record.ts'
import { removeNotifications } from './remove-notifications.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export type RuleChange = Partial<ReturnType<typeof aRule>>

/**
 * Starts the app for the tests of a file about notifications, with an administrator of our tenant, which keeps sex and addresses. Each
 * test has the only rules: those of the fixture are for other tests.
 */
export function startNotified(
  onStart: (started: { test: TestApp; admin: Client }) => void,
  options: Parameters<typeof startTestApp>[0] = {},
): void {
  // A busy machine may be slow, which is not a failure.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp(options)
    await test.query(test.ours, `update tenants set subject_details = array['sex', 'address'] where id = $1`, [
      test.ours.id,
    ])
    onStart({ test, admin: await logInAs(test.app, test.ours, 'tenant') })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await sealAudit(test.door)
    await makeNotifications(test.door)
    await removeNotifications(test, test.ours)
  })
}

/** Options of an app that may send reports to a server of this machine. */
export const reachesHere = {
  settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' },
  lookUpName: async (name: string) => (name === 'localhost' ? ['127.0.0.1'] : []),
}

/** What tests of notifications do in a tenant: make rules, record and correct tests, and read their items. The app and its administrator are there once tests run. */
export function notified(test: () => TestApp, admin: () => Client) {
  const home = () => test().ours.places.home

  async function follow(): Promise<void> {
    await sealAudit(test().door)
    await makeNotifications(test().door)
  }

  async function makeRule(change: RuleChange = {}): Promise<NotificationRule> {
    const reply = await admin().post('/notification-rules', { ...aRule(), isOn: true, ...change })
    expect(reply.statusCode, reply.body).toBe(201)
    return reply.json().data
  }

  async function changeRule({ id, version }: { id: string; version: number }, form: object): Promise<NotificationRule> {
    const reply = await admin().send('PUT', `/notification-rules/${id}`, {
      body: form,
      headers: { 'if-match': `"${version}"` },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }

  async function record(result: Result = 'positive', subjectId = home().subjectId): Promise<string> {
    const body = { ...newRecordAt(home()), subjectId, analyteResults: [{ analyteId: 'line', result }] }
    const reply = await admin().post('/test-records', body)
    expect(reply.statusCode, reply.body).toBe(201)
    return reply.json().data.id
  }

  async function versionOf(id: string): Promise<number> {
    return (await admin().get(`/test-records/${id}`)).json().data.version
  }

  async function correct(id: string, result: Result, change: object = {}): Promise<void> {
    const { performedDate, performedTime, performedZone } = newRecordAt(home())
    const version = await versionOf(id)
    const reply = await admin().post(
      `/test-records/${id}/corrections`,
      {
        performedDate,
        performedTime,
        performedZone,
        analyteResults: [{ analyteId: 'line', result }],
        reason: 'data-entered-incorrectly',
        ...change,
      },
      { 'if-match': `"${version}"` },
    )
    expect(reply.statusCode, reply.body).toBe(200)
  }

  async function voidIt(id: string): Promise<number> {
    const version = await versionOf(id)
    const headers = { 'if-match': `"${version}"` }
    return (await admin().post(`/test-records/${id}/void`, { reason: 'created-in-error' }, headers)).statusCode
  }

  async function itemsOf(recordId: string, as = admin()): Promise<Notification[]> {
    const reply = await as.get(`/test-records/${recordId}/notifications`)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }

  async function list(query: Record<string, string> = {}, as = admin()): Promise<Notification[]> {
    const reply = await as.get('/notifications', { per_page: '100', ...query })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }

  /** Marks what waits of a record as sent, as sending does. */
  async function send(recordId: string): Promise<void> {
    await test().query(
      test().ours,
      `update notifications set state = 'sent', sent_at = now(), version = version + 1
       where tenant_id = current_tenant() and test_record_id = $1 and state in ('open', 'rejected')`,
      [recordId],
    )
  }

  return { home, follow, makeRule, changeRule, record, versionOf, correct, voidIt, itemsOf, list, send }
}
