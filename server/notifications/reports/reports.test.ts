import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import { usualColumns } from '../../../contract/notifications/columns.ts'
import type { Notification } from '../../../contract/notifications/items.ts'
import type { NotificationReport } from '../../../contract/notifications/reports.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { sealAudit } from '../../audit/service.ts'
import { logInAs, type Client } from '../../testing/client.ts'
import { everythingStored } from '../../testing/everything-stored.ts'
import { newRecordAt } from '../../testing/new-record.ts'
import { removeNotifications } from '../../testing/remove-notifications.ts'
import { hasSftpServer, SftpServer } from '../../testing/sftp-server.ts'
import { addSubject, merge, undo } from '../../testing/subjects.ts'
import { withoutServerOf } from '../../testing/away-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeNotifications } from '../making-service.ts'
import { erasePerson } from '../service.ts'
import { aRule } from '../walks.ts'
import { makeAutomatic, sendDueReports } from './sending-service.ts'
import { BrokenOff } from './sftp.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp({
    settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' },
    lookUpName: async (name) => (name === 'localhost' ? ['127.0.0.1'] : []),
  })
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

/** Each test has the only rules. Those of the fixture are for other tests. */
beforeEach(async () => {
  await follow()
  await removeNotifications(test, test.ours)
})

async function follow(): Promise<void> {
  await sealAudit(test.door)
  await makeNotifications(test.door)
}

async function makeRule(change: Partial<ReturnType<typeof aRule>> = {}): Promise<string> {
  const reply = await admin.post('/notification-rules', { ...aRule(), isOn: true, ...change })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

/** Records a positive test, of which there is then an item. */
async function recordPositive(place = test.ours.places.home): Promise<string> {
  const body = { ...newRecordAt(place), analyteResults: [{ analyteId: 'line', result: 'positive' }] }
  const reply = await admin.post('/test-records', body)
  expect(reply.statusCode, reply.body).toBe(201)
  await follow()
  return reply.json().data.id
}

async function make(ruleId: string, status = 201, other: object = {}, as = admin): Promise<NotificationReport> {
  const reply = await as.post('/notification-reports', { ruleId, ...other })
  expect(reply.statusCode, reply.body).toBe(status)
  return reply.json().data
}

async function get(id: string): Promise<NotificationReport> {
  return (await admin.get(`/notification-reports/${id}`)).json().data
}

async function fileOf(id: string): Promise<string> {
  return (await admin.get(`/notification-reports/${id}/file`)).json().data.content
}

async function itemsOf(recordId: string): Promise<Notification[]> {
  return (await admin.get(`/test-records/${recordId}/notifications`)).json().data
}

async function states(recordId: string): Promise<string[]> {
  return (await itemsOf(recordId)).map(({ state }) => state)
}

async function correct(recordId: string, result: Result, note: string | null = null): Promise<void> {
  const { performedDate, performedTime, performedZone } = newRecordAt(test.ours.places.home)
  const body = {
    performedDate,
    performedTime,
    performedZone,
    analyteResults: [{ analyteId: 'line', result }],
    ...(note !== null && { note }),
    reason: 'data-entered-incorrectly',
  }
  const { version } = (await admin.get(`/test-records/${recordId}`)).json().data
  const reply = await admin.post(`/test-records/${recordId}/corrections`, body, { 'if-match': `"${version}"` })
  expect(reply.statusCode, reply.body).toBe(200)
}

/** Erases a person from what authorities are told, and then who they are. */
async function erase(email: string): Promise<void> {
  await test.door.enterTenant(test.ours.id, 'erasing', (scope) =>
    erasePerson(scope, { id: crypto.randomUUID(), email, mobile: null }),
  )
  await test.query(test.ours, 'delete from subject_identities where tenant_id = current_tenant() and email = $1', [
    email,
  ])
}

const listed = async (as = admin): Promise<NotificationReport[]> =>
  (await as.get('/notification-reports', { per_page: '100' })).json().data

describe('a report that is downloaded', () => {
  it('tells all that is ready once it was downloaded, says who made it, and keeps its file', async () => {
    const ruleId = await makeRule()
    const records = [await recordPositive(), await recordPositive()]
    const report = await make(ruleId)
    expect(report).toMatchObject({ state: 'made', sentAt: null, items: 2, format: 'csv', way: 'download' })
    expect(report).toMatchObject({ isAutomatic: false })
    expect(report.madeBy).not.toBeNull()
    for (const record of records) {
      expect(await itemsOf(record)).toMatchObject([{ state: 'sending', reportWay: 'download', sentAt: null }])
    }
    expect(await make(ruleId, 200)).toBeNull()
    const content = await fileOf(report.id)
    for (const record of records) expect(await itemsOf(record)).toMatchObject([{ state: 'sent', reportWay: null }])
    const downloaded = await get(report.id)
    expect(downloaded.state).toBe('sent')
    // Who downloads it again does not tell it again.
    await fileOf(report.id)
    expect((await get(report.id)).sentAt).toBe(downloaded.sentAt)
    expect(hash('sha256', content)).toBe(report.fileHash)
    expect(content.split('\r\n')).toHaveLength(4)
    // Nothing is left to tell.
    expect(await make(ruleId, 200)).toBeNull()
    expect(await listed()).toHaveLength(1)
  })

  it('is made once, however often it is asked for', async () => {
    const ruleId = await makeRule()
    await recordPositive()
    const send = () => admin.post('/notification-reports', { ruleId })
    const replies = await Promise.all([send(), send()])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 201]))
    expect(await listed()).toHaveLength(1)
  })

  it('of chosen items leaves the others, and is refused if one of them is not ready', async () => {
    const ruleId = await makeRule()
    const [one, other] = [await recordPositive(), await recordPositive()]
    const itemOf = async (record: string) => (await itemsOf(record))[0]?.id
    const ids = [await itemOf(one)]
    expect(await make(ruleId, 201, { ids })).toMatchObject({ items: 1 })
    expect([await states(one), await states(other)]).toEqual([['sending'], ['ready']])
    await make(ruleId, 409, { ids: [...ids, await itemOf(other)] })
    expect(await states(other)).toEqual(['ready'])
    const third = await recordPositive()
    expect(await make(ruleId, 201, { except: [await itemOf(third)] })).toMatchObject({ items: 1 })
    expect([await states(other), await states(third)]).toEqual([['sending'], ['ready']])
  })

  it('leaves out what lacks something, and an old version of a record that has changed since', async () => {
    const ruleId = await makeRule({ needed: ['nhsNumber'] })
    await recordPositive()
    expect(await make(ruleId, 200)).toBeNull()
    const plain = await makeRule()
    const record = await recordPositive()
    await correct(record, 'inconclusive')
    // The chain was not followed yet, so its item still waits, and must not tell the new result as the old one.
    expect(await make(plain, 200)).toBeNull()
  })

  it('tells of a record whose person was merged and separated again', async () => {
    const ruleId = await makeRule()
    const { home } = test.ours.places
    const [into, from] = [await addSubject(admin, home), await addSubject(admin, home)]
    const record = await recordPositive({ ...home, subjectId: from })
    const versionOf = async () => (await admin.get(`/test-records/${record}`)).json().data.version
    const before = await versionOf()
    const merged = await merge(admin, { from, into })
    expect((await undo(admin, merged.json().data)).statusCode).toBe(200)
    await follow()
    expect(await versionOf()).toBeGreaterThan(before)
    expect(await states(record)).toEqual(['ready'])
    expect(await make(ruleId)).toMatchObject({ items: 1 })
    expect(await states(record)).toEqual(['sending'])
  })

  it('is HL7 if the rule says so, and only of what that format can tell', async () => {
    const ruleId = await makeRule({ format: 'hl7' })
    await recordPositive()
    await test.query(test.ours, `update groups set phone = null where tenant_id = current_tenant()`)
    await test.query(test.ours, `update organisations set phone = null where tenant_id = current_tenant()`)
    expect(await make(ruleId, 200)).toBeNull()
    await test.query(test.ours, `update organisations set phone = '+442079460018' where tenant_id = current_tenant()`)
    // Its kit has no code yet, without which HL7 cannot name the analyte.
    expect(await make(ruleId, 200)).toBeNull()
    await test.query(
      test.ours,
      `update assay_versions set analytes = (
         select jsonb_agg(line || '{"loinc": "94558-4"}') from jsonb_array_elements(analytes) as line
       ) where tenant_id = current_tenant() and assay_id = $1`,
      [test.ours.places.home.assayId],
    )
    const content = await fileOf((await make(ruleId)).id)
    expect(content.split('\r').map((line) => line.slice(0, 3))).toEqual(
      'FHS BHS MSH SFT PID ORC OBR OBX SPM BTS FTS'.split(' ').concat(''),
    )
  })

  it('is seen only by those who see each record in it', async () => {
    const ruleId = await makeRule()
    await recordPositive()
    await recordPositive(test.ours.places.away)
    const report = await make(ruleId)
    const stranger = await logInAs(test.app, test.theirs, 'tenant')
    // A provider sees the first of its two tests.
    const elsewhere = await logInAs(test.app, test.ours, 'provider')
    for (const other of [stranger, elsewhere]) {
      expect((await listed(other)).map(({ id }) => id)).not.toContain(report.id)
      expect((await other.get(`/notification-reports/${report.id}`)).statusCode).toBe(404)
      expect((await other.get(`/notification-reports/${report.id}/file`)).statusCode).toBe(404)
    }
  })
})

describe('how a rule sends', () => {
  const settings = { columns: usualColumns('GB'), hl7: hl7Settings.parse({}), everyMinutes: null }
  const server = { host: 'localhost', port: 22, user: 'us', folder: 'in', hostKey: `SHA256:${'A'.repeat(43)}` }
  const secret = { kind: 'password', value: 'keep this to yourself' }

  it('has what is usual until somebody changes it, and never shows or stores the secret in plain text', async () => {
    const ruleId = await makeRule({ way: 'sftp' })
    const address = `/notification-rules/${ruleId}/sending`
    expect((await admin.get(address)).json().data).toMatchObject({ sftp: null, everyMinutes: null, version: 0 })
    const put = (sftp: object | null) => admin.send('PUT', address, { body: { ...settings, sftp } })
    expect((await put({ ...server, secret: null })).statusCode).toBe(422)
    const reply = await put({ ...server, secret })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.body).not.toContain(secret.value)
    expect(await everythingStored(test, test.ours)).not.toContain(secret.value)
    // The secret stays with its server, and is not given to another.
    expect((await put({ ...server, folder: 'other', secret: null })).statusCode).toBe(200)
    expect((await put({ ...server, host: 'elsewhere.example', secret: null })).statusCode).toBe(422)
    expect((await put({ ...server, host: '10.0.0.1', secret })).statusCode).toBe(422)
  })

  it('is by nothing that is not set up', async () => {
    const ruleId = await makeRule({ way: 'sftp' })
    const record = await recordPositive()
    await make(ruleId, 409)
    expect(await states(record)).toEqual(['ready'])
  })

  it('is by itself only where that is switched on', async () => {
    const ruleId = await makeRule()
    const record = await recordPositive()
    await makeAutomatic(test.door)
    expect(await states(record)).toEqual(['ready'])
    const body = { ...settings, sftp: null, everyMinutes: 5 }
    expect((await admin.send('PUT', `/notification-rules/${ruleId}/sending`, { body })).statusCode).toBe(200)
    await makeAutomatic(test.door)
    expect(await states(record)).toEqual(['ready'])
    await test.query(
      test.ours,
      `update notification_sendings set next_at = now() - interval '1 second' where rule_id = $1`,
      [ruleId],
    )
    await makeAutomatic(test.door)
    await makeAutomatic(test.door)
    expect(await states(record)).toEqual(['sending'])
    expect(await listed()).toMatchObject([{ isAutomatic: true, madeBy: null, items: 1 }])
  })

  it('is by itself while the server of another tenant is away, and the error says in how many nobody could look', async () => {
    const ruleId = await makeRule()
    const record = await recordPositive()
    const body = { ...settings, sftp: null, everyMinutes: 5 }
    expect((await admin.send('PUT', `/notification-rules/${ruleId}/sending`, { body })).statusCode).toBe(200)
    await test.query(
      test.ours,
      `update notification_sendings set next_at = now() - interval '1 second' where rule_id = $1`,
      [ruleId],
    )
    await expect(makeAutomatic(withoutServerOf(test.theirs.id, test.door))).rejects.toThrow(
      'It failed in 1 of 2 tenants',
    )
    expect(await states(record)).toEqual(['sending'])
  })
})

describe.skipIf(!hasSftpServer)('by SFTP, left out without openssh-sftp-server', () => {
  let remote: SftpServer
  beforeEach(async () => {
    remote = await SftpServer.start()
    return () => remote.stop()
  })

  async function makeSftpRule(change: object = {}): Promise<string> {
    const ruleId = await makeRule({ way: 'sftp' })
    const sftp = {
      host: 'localhost',
      port: remote.port,
      user: 'us',
      folder: '.',
      hostKey: remote.hostKey,
      secret: { kind: 'password', value: remote.password },
      ...change,
    }
    const body = { columns: usualColumns('GB'), hl7: hl7Settings.parse({}), everyMinutes: null, sftp }
    const reply = await admin.send('PUT', `/notification-rules/${ruleId}/sending`, { body })
    expect(reply.statusCode, reply.body).toBe(200)
    return ruleId
  }

  const send = () => sendDueReports(test.door, test.webhooks)

  /** Ends the time of leases and waits, as if it had passed. */
  async function later(): Promise<void> {
    await test.query(
      test.ours,
      `update notification_reports set due_at = now() - interval '1 second', leased_until = case when lease is null then null
         else now() - interval '1 second' end where tenant_id = current_tenant()`,
    )
  }

  it.each(['password', 'private-key'] as const)('the server has the file that was made, by a %s', async (kind) => {
    const value = kind === 'password' ? remote.password : remote.userKey.private
    const ruleId = await makeSftpRule({ secret: { kind, value } })
    await recordPositive()
    const report = await make(ruleId)
    expect(report.state).toBe('sending')
    await send()
    expect(await get(report.id)).toMatchObject({ state: 'sent', problem: null, tries: 0 })
    expect(await remote.files()).toEqual({ [report.fileName]: await fileOf(report.id) })
    await later()
    await send()
    expect(remote.logins).toBe(1)
  })

  it('is sent while the server of another tenant is away', async () => {
    const ruleId = await makeSftpRule()
    await recordPositive()
    const report = await make(ruleId)
    const sending = sendDueReports(withoutServerOf(test.theirs.id, test.door), test.webhooks)
    await expect(sending).rejects.toThrow('It failed in 1 of 2 tenants')
    expect(await get(report.id)).toMatchObject({ state: 'sent', problem: null, tries: 0 })
  })

  it.each(['written', 'renamed'] as const)(
    'a process that dies after the file was %s leaves one file, and it is sent once',
    async (step) => {
      const ruleId = await makeSftpRule()
      await recordPositive()
      const report = await make(ruleId)
      const after = async (at: string) => {
        if (at === step) throw new BrokenOff()
      }
      await expect(sendDueReports(test.door, { ...test.webhooks, after })).rejects.toThrow(BrokenOff)
      // Nobody takes over while the first process may still be at it.
      await send()
      expect((await get(report.id)).state).toBe('sending')
      await later()
      await send()
      expect((await get(report.id)).state).toBe('sent')
      expect(await remote.files()).toEqual({ [report.fileName]: await fileOf(report.id) })
      expect(await listed()).toHaveLength(1)
    },
  )

  it('nothing goes to a server with another host key, and the page says why', async () => {
    const ruleId = await makeSftpRule({ hostKey: `SHA256:${'A'.repeat(43)}` })
    await recordPositive()
    const report = await make(ruleId)
    await send()
    expect(await get(report.id)).toMatchObject({ state: 'failing', problem: 'host-key', tries: 1 })
    expect([remote.logins, await remote.files()]).toEqual([0, {}])
    const mails = () =>
      test.query<{ count: number }>(
        test.ours,
        `select count(*)::int as count from messages where tenant_id = current_tenant() and template = 'report-not-sent'`,
      )
    const told = (await mails())[0]?.count
    expect(told).toBeGreaterThan(0)
    await later()
    await send()
    expect((await get(report.id)).tries).toBe(2)
    expect((await mails())[0]?.count).toBe(told)
  })

  it.each([
    ['refused', { secret: { kind: 'password', value: 'wrong' } }],
    ['refused', { secret: { kind: 'private-key', value: 'no key' } }],
    ['write', { folder: 'missing' }],
    ['name', { host: 'nowhere.example' }],
  ])('what fails is named: %s', async (problem, change) => {
    const ruleId = await makeSftpRule(change)
    await recordPositive()
    const report = await make(ruleId)
    await send()
    expect(await get(report.id)).toMatchObject({ state: 'failing', problem })
    expect(await remote.files()).toEqual({})
  })

  it('what a server refuses is being sent, in no second report and overdue, and told once the server has it', async () => {
    const ruleId = await makeSftpRule()
    const record = await recordPositive()
    remote.refuse(true)
    const report = await make(ruleId)
    await send()
    expect(await itemsOf(record)).toMatchObject([
      {
        state: 'sending',
        reportId: report.id,
        reportWay: 'sftp',
        reportProblem: 'refused',
        sentAt: null,
        sentBy: null,
      },
    ])
    expect(await make(ruleId, 200)).toBeNull()
    await test.query(
      test.ours,
      `update notifications set due_at = now() - interval '1 minute' where tenant_id = current_tenant()`,
    )
    expect((await itemsOf(record))[0]).toMatchObject({ isOverdue: true })
    expect((await admin.get('/notifications/counts')).json().data).toMatchObject({ overdue: 1, ready: 0, sending: 1 })
    // The authority cannot have answered what it does not have.
    const id = (await itemsOf(record))[0]?.id
    expect((await admin.put(`/notifications/${id}/reject`, { reason: 'Unknown person' })).statusCode).toBe(409)
    remote.refuse(false)
    await later()
    await send()
    const [item] = await itemsOf(record)
    expect(item).toMatchObject({ state: 'sent', reportProblem: null, sentAt: (await get(report.id)).sentAt })
    expect(item?.sentBy).toBe(report.madeBy)
    expect(await remote.files()).toEqual({ [report.fileName]: await fileOf(report.id) })
  })

  it('a correction of what is being sent waits until that has arrived', async () => {
    const ruleId = await makeSftpRule()
    const record = await recordPositive()
    remote.refuse(true)
    await make(ruleId)
    await send()
    await correct(record, 'positive', 'Read again')
    await follow()
    const [first] = await itemsOf(record)
    expect(await itemsOf(record)).toMatchObject([
      { state: 'sending' },
      { state: 'waiting', kind: 'correction', refersTo: first?.id },
    ])
    expect(await make(ruleId, 200)).toBeNull()
    remote.refuse(false)
    await later()
    await send()
    expect(await states(record)).toEqual(['sent', 'ready'])
    expect(await make(ruleId)).toMatchObject({ items: 1 })
  })

  it('what was told by another way meanwhile stays so', async () => {
    const ruleId = await makeSftpRule()
    const record = await recordPositive()
    await make(ruleId)
    const [item] = await itemsOf(record)
    const reply = await admin.put(`/notifications/${item?.id}/acknowledge`, { reason: 'By telephone' })
    expect(reply.statusCode, reply.body).toBe(200)
    await send()
    expect(await itemsOf(record)).toMatchObject([{ state: 'acknowledged', answerReason: 'By telephone' }])
  })

  it.each([
    ['is withdrawn, and the others are told by another report', false],
    ['has arrived if the server has its file', true],
  ])('a report that has not left when somebody in it is erased %s', async (_, hasArrived) => {
    const ruleId = await makeSftpRule()
    const email = `leaving-${hasArrived}@people.test`
    const { home } = test.ours.places
    const leaving = await addSubject(admin, home, { email })
    const gone = await recordPositive({ ...home, subjectId: leaving })
    const [stays, corrected] = [await recordPositive(), await recordPositive()]
    remote.refuse(!hasArrived)
    const report = await make(ruleId)
    const after = async (at: string) => {
      if (at === 'renamed') throw new BrokenOff()
    }
    await sendDueReports(test.door, { ...test.webhooks, after }).catch(() => undefined)
    await correct(corrected, 'positive', 'Read again')
    await follow()
    await erase(email)
    await later()
    await send()
    expect((await get(report.id)).state).toBe(hasArrived ? 'sent' : 'failing')
    remote.refuse(false)
    await later()
    await send()
    expect((await get(report.id)).state).toBe(hasArrived ? 'sent' : 'withdrawn')
    const told = hasArrived
      ? [['sent'], ['sent'], ['sent', 'ready']]
      : [['superseded'], ['ready'], ['superseded', 'ready']]
    expect(await Promise.all([gone, stays, corrected].map(states))).toEqual(told)
    const [before, now] = await itemsOf(corrected)
    const follows = hasArrived ? { kind: 'correction', refersTo: before?.id } : { kind: 'first', refersTo: null }
    expect(now).toMatchObject(follows)
    expect(Object.keys(await remote.files())).toHaveLength(hasArrived ? 1 : 0)
  })

  it('a report that fails is tried at once when somebody asks, with what is set now', async () => {
    const ruleId = await makeSftpRule({ secret: { kind: 'password', value: 'wrong' } })
    await recordPositive()
    const report = await make(ruleId)
    await send()
    const { data } = (await admin.get(`/notification-rules/${ruleId}/sending`)).json()
    const { version: _, sftp, ...others } = data
    const { secretKind: __, ...known } = sftp
    const body = { ...others, sftp: { ...known, secret: { kind: 'password', value: remote.password } } }
    expect((await admin.send('PUT', `/notification-rules/${ruleId}/sending`, { body })).statusCode).toBe(200)
    await send()
    expect((await get(report.id)).state).toBe('failing')
    expect((await admin.send('PUT', `/notification-reports/${report.id}/retry`)).statusCode).toBe(200)
    await send()
    expect((await get(report.id)).state).toBe('sent')
  })

  it('sending again is a report of its own that says so', async () => {
    const ruleId = await makeSftpRule()
    await recordPositive()
    const report = await make(ruleId)
    await send()
    const reply = await admin.post(`/notification-reports/${report.id}/again`)
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.json().data).toMatchObject({ againOf: report.id, fileHash: report.fileHash, state: 'sending' })
    await send()
    expect(Object.keys(await remote.files())).toHaveLength(2)
    expect(await listed()).toHaveLength(2)
  })
})
