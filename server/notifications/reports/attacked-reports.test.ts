import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import { usualColumns } from '../../../contract/notifications/columns.ts'
import type { Notification } from '../../../contract/notifications/items.ts'
import type { NotificationReport } from '../../../contract/notifications/reports.ts'
import { sealAudit } from '../../audit/service.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { removeNotifications } from '../../../tests/server/remove-notifications.ts'
import { agreedHl7 } from '../../../tests/server/reported.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { addSubject, merge, undo } from '../../../tests/server/subjects.ts'
import { password, type TestTenant } from '../../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { makeNotifications } from '../making-service.ts'
import { settleRestored } from '../service.ts'
import { aRule } from '../../../tests/walks/nouns/notifications.ts'
import { makeAutomatic, sendDueReports, type ReportSender } from './sending-service.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client
let stranger: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  stranger = await logInAs(test.app, test.theirs, 'tenant')
})
afterAll(() => test.close())

beforeEach(async () => {
  await follow()
  for (const tenant of [test.ours, test.theirs]) await removeNotifications(test, tenant)
})

async function follow(): Promise<void> {
  await sealAudit(test.door)
  await makeNotifications(test.door)
}

async function makeRule(change: Partial<ReturnType<typeof aRule>> = {}, client = admin): Promise<string> {
  const reply = await client.post('/notification-rules', { ...aRule(), isOn: true, ...change })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

const settings = { columns: usualColumns('GB'), hl7: hl7Settings.parse({}), everyMinutes: null }

async function changeSending(ruleId: string, change: object, client = admin): Promise<void> {
  const body = { ...settings, sftp: null, ...change }
  const reply = await client.send('PUT', `/notification-rules/${ruleId}/sending`, { body })
  expect(reply.statusCode, reply.body).toBe(200)
}

/** Makes a rule that sends to a server of this name. */
async function ruleTo(host: string, client = admin): Promise<string> {
  const ruleId = await makeRule({ way: 'sftp' }, client)
  const secret = { kind: 'password', value: 'secret' }
  await changeSending(
    ruleId,
    { sftp: { host, port: 22, user: 'us', folder: '.', hostKey: `SHA256:${'A'.repeat(43)}`, secret } },
    client,
  )
  return ruleId
}

/** Stores so many reports that are due. */
async function addDue(tenant: TestTenant, ruleId: string, many = 1, since = '1 minute'): Promise<void> {
  await test.query(
    tenant,
    `insert into notification_reports (tenant_id, id, rule_id, rule_version, format, way, file, file_name, file_hash, items, made_at,
       state, due_at)
     select tenants.id, gen_random_uuid(), $1, 1, 'csv', 'sftp', 'content', 'report-' || n, 'hash', 1, now(), 'sending',
       now() - $3::interval
     from tenants, generate_series(1, $2::int) as n`,
    [ruleId, many, since],
  )
}

async function triesOf(tenant: TestTenant, ruleId: string): Promise<number[]> {
  const rows = await test.query<{ tries: number }>(
    tenant,
    `select tries from notification_reports where rule_id = $1`,
    [ruleId],
  )
  return rows.map(({ tries }) => tries)
}

const sender = (change: Partial<ReportSender>): ReportSender => ({ ...test.webhooks, ...change })

async function recordPositive(change: object = {}): Promise<string> {
  const body = { ...newRecordAt(test.ours.places.home), ...change }
  const reply = await admin.post('/test-records', {
    ...body,
    analyteResults: [{ analyteId: 'line', result: 'positive' }],
  })
  expect(reply.statusCode, reply.body).toBe(201)
  await follow()
  return reply.json().data.id
}

async function itemOf(recordId: string): Promise<Notification> {
  return (await admin.get(`/test-records/${recordId}/notifications`)).json().data[0]
}

async function make(ruleId: string): Promise<NotificationReport> {
  const reply = await admin.post('/notification-reports', { ruleId })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data
}

describe('tenants do not hold each other up', () => {
  it('with servers whose names nobody answers for', async () => {
    const slow = await ruleTo('slow.example')
    const quick = await ruleTo('quick.example', stranger)
    await addDue(test.ours, slow, 25, '1 hour')
    await addDue(test.theirs, quick)
    const { promise: released, resolve: release } = Promise.withResolvers<string[]>()
    const lookUp = (name: string) => (name === 'slow.example' ? released : Promise.resolve([]))
    const sending = sendDueReports(test.door, sender({ lookUp }))
    await expect.poll(() => triesOf(test.theirs, quick)).toEqual([1])
    release([])
    await sending
  })

  it('with a report that fails in a way that nobody foresaw', async () => {
    const bad = await ruleTo('bad.example')
    const [ours, theirs] = [await ruleTo('other.example'), await ruleTo('quick.example', stranger)]
    await addDue(test.ours, bad, 1, '1 hour')
    await addDue(test.ours, ours)
    await addDue(test.theirs, theirs)
    const failing = sender({
      lookUp: async (name) => (name === 'bad.example' ? ['192.0.2.1'] : []),
      mayReach: () => {
        throw new Error('Not foreseen')
      },
    })
    await expect(sendDueReports(test.door, failing)).rejects.toThrow('Not foreseen')
    expect([await triesOf(test.ours, ours), await triesOf(test.theirs, theirs)]).toEqual([[1], [1]])
  })

  it('with a report that cannot be made', async () => {
    const [bad, good] = [await makeRule(), await makeRule()]
    for (const rule of [bad, good]) await changeSending(rule, { everyMinutes: 5 })
    await recordPositive()
    await test.query(
      test.ours,
      `update notification_sendings set next_at = now() - case when rule_id = $1 then interval '1 hour' else interval '1 second' end,
         columns = case when rule_id = $1 then '[null]'::jsonb else columns end`,
      [bad],
    )
    await expect(makeAutomatic(test.door)).rejects.toThrow(TypeError)
    const made: NotificationReport[] = (await admin.get('/notification-reports')).json().data
    expect(made.map(({ rule }) => rule.id)).toEqual([good])
  })
})

it('reports that fail are taken up behind those that do not, in their tenant and among tenants', async () => {
  const [failing, fresh] = [await ruleTo('slow.example'), await ruleTo('quick.example')]
  const ofStranger = await ruleTo('quick.example', stranger)
  await addDue(test.ours, failing, 3, '1 hour')
  await test.query(test.ours, 'update notification_reports set tries = 1 where rule_id = $1', [failing])
  const taken = async (most: number) => {
    const due = await test.door.dueNotificationReports(most)
    const rules = await Promise.all(
      [test.ours, test.theirs].map((tenant) =>
        test.query<{ rule_id: string }>(tenant, 'select rule_id from notification_reports where id = any($1)', [
          due.map(({ id }) => id),
        ]),
      ),
    )
    return rules.flat().map(({ rule_id }) => rule_id)
  }
  await addDue(test.theirs, ofStranger)
  expect(await taken(1)).toEqual([ofStranger])
  await addDue(test.ours, fresh)
  expect(await taken(2)).toEqual([fresh, ofStranger])
})

it('the file of a report goes with an erased person, also if the record was moved to somebody else since', async () => {
  const ruleId = await makeRule()
  const spare = await logInAsSpare(test, test.ours, 'clinical')
  const { email } = (await spare.get('/users/my-details')).json().data
  const home = test.ours.places.home
  const [theirs, other] = [await addSubject(admin, home, { email }), await addSubject(admin, home)]
  const record = await recordPositive({ subjectId: theirs })
  const { id } = await make(ruleId)
  expect((await admin.get(`/notification-reports/${id}/file`)).json().data.content).toContain(email)
  const item = await itemOf(record)
  expect((await admin.put(`/notifications/${item.id}/acknowledge`, { reason: `Asked ${email}` })).statusCode).toBe(200)
  const { performedDate, performedTime, performedZone } = newRecordAt(home)
  const moved = {
    performedDate,
    performedTime,
    performedZone,
    subjectId: other,
    analyteResults: [{ analyteId: 'line', result: 'positive' }],
    reason: 'data-entered-incorrectly',
  }
  const corrected = await admin.post(`/test-records/${record}/corrections`, moved, { 'if-match': '"1"' })
  expect(corrected.statusCode, corrected.body).toBe(200)
  const reason = { currentPassword: password, reason: 'created-in-error', reasonText: null }
  expect((await spare.put('/users/my-details/delete', reason)).statusCode).toBe(204)
  expect((await admin.get(`/notification-reports/${id}`)).json().data.hasFile).toBe(false)
  expect((await admin.get(`/notifications/${item.id}`)).json().data.answerReason).toBeNull()
})

it('the file of a report goes with an erased person, also if it told of them only while a merge stood', async () => {
  const ruleId = await makeRule()
  const spare = await logInAsSpare(test, test.ours, 'clinical')
  const { email } = (await spare.get('/users/my-details')).json().data
  const home = test.ours.places.home
  const [kept, other] = [await addSubject(admin, home, { email }), await addSubject(admin, home)]
  const record = await recordPositive({ subjectId: other })
  const merged = await merge(admin, { from: other, into: kept })
  const { id } = await make(ruleId)
  expect((await admin.get(`/notification-reports/${id}/file`)).json().data.content).toContain(email)
  const item = await itemOf(record)
  expect((await admin.put(`/notifications/${item.id}/acknowledge`, { reason: `Asked ${email}` })).statusCode).toBe(200)
  expect((await undo(admin, merged.json().data)).statusCode).toBe(200)
  const reason = { currentPassword: password, reason: 'created-in-error', reasonText: null }
  expect((await spare.put('/users/my-details/delete', reason)).statusCode).toBe(204)
  expect((await admin.get(`/notification-reports/${id}`)).json().data.hasFile).toBe(false)
  expect((await admin.get(`/notifications/${item.id}`)).json().data.answerReason).toBeNull()
})

it('an item lacks what HL7 needs, and is ready and can be sent once its kit has the code', async () => {
  const ruleId = await makeRule({ format: 'hl7' })
  await test.query(test.ours, `update groups set phone = null where tenant_id = current_tenant()`)
  await test.query(test.ours, `update organisations set phone = null where tenant_id = current_tenant()`)
  const record = await recordPositive()
  const shown = async () => {
    const { state, missing } = await itemOf(record)
    return [state, missing]
  }
  // The place has no CLIA number, and its facility no OID before one is agreed.
  expect(await shown()).toEqual(['incomplete', ['clia', 'placePhone', 'testCodes']])
  await changeSending(ruleId, { hl7: agreedHl7 })
  expect(await shown()).toEqual(['incomplete', ['placePhone', 'testCodes']])
  await test.query(test.ours, `update organisations set phone = '+442079460018' where tenant_id = current_tenant()`)
  expect(await shown()).toEqual(['incomplete', ['testCodes']])
  await test.query(
    test.ours,
    `update assays set analytes = (
       select jsonb_agg(line || '{"loinc": "94558-4"}') from jsonb_array_elements(analytes) as line
     ) where tenant_id = current_tenant() and id = $1`,
    [test.ours.places.home.assayId],
  )
  expect(await shown()).toEqual(['ready', []])
  const { id } = await make(ruleId)
  expect((await admin.get(`/notification-reports/${id}/file`)).json().data.content).toContain('94558-4')
})

it('what a backup holds as being sent is not sent by a copy of it, until somebody asks', async () => {
  const ruleId = await ruleTo('quick.example')
  await addDue(test.ours, ruleId)
  const lookUp = vi.fn(async () => [])
  await test.door.enterTenant(test.ours.id, randomUUID(), settleRestored)
  await sendDueReports(test.door, sender({ lookUp }))
  expect(lookUp).not.toHaveBeenCalled()
  const [report]: NotificationReport[] = (await admin.get('/notification-reports')).json().data
  expect(report).toMatchObject({ state: 'failing', problem: 'restored', nextTryAt: null })
  expect((await admin.send('PUT', `/notification-reports/${report?.id}/retry`)).statusCode).toBe(200)
  const ofReport = 'select action from audit_events where resource_id = $1 order by occurred_at desc limit 1'
  expect(await test.query(test.ours, ofReport, [report?.id])).toEqual([{ action: 'notification-report.retried' }])
  await sendDueReports(test.door, sender({ lookUp }))
  expect(lookUp).toHaveBeenCalledTimes(1)
})
