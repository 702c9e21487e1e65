import { beforeEach, describe, expect, it } from 'vitest'
import { withoutServerOf } from '../../../tests/programs/away-server.ts'
import type { Client } from '../../../tests/server/client.ts'
import { reachesHere, startNotified } from '../../../tests/server/notified.ts'
import { reported } from '../../../tests/server/reported.ts'
import { hasSftpServer, SftpServer } from '../../../tests/programs/sftp-server.ts'
import { addSubject } from '../../../tests/server/subjects.ts'
import type { TestApp } from '../../../tests/server/test-app.ts'
import { sendDueReports } from './sending-service.ts'
import { BrokenOff } from './sftp.ts'

let test: TestApp
let admin: Client

startNotified((started) => {
  ;({ test, admin } = started)
}, reachesHere)

const { follow, makeRuleTo, recordPositive, make, get, fileOf, itemsOf, states, correct, erase, listed, later } =
  reported(
    () => test,
    () => admin,
  )

describe.skipIf(!hasSftpServer)('by SFTP, left out without openssh-sftp-server', () => {
  let remote: SftpServer
  beforeEach(async () => {
    remote = await SftpServer.start()
    return () => remote.stop()
  })

  const makeSftpRule = (change: object = {}) => makeRuleTo(remote, change)
  const send = () => sendDueReports(test.door, test.webhooks)

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
      expect(await get(report.id)).toMatchObject({ state: 'sent', mayHaveArrived: false })
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
    await correct(record, 'positive', { note: 'Read again' })
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
    await correct(corrected, 'positive', { note: 'Read again' })
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
    const again = reply.json().data
    expect(again).toMatchObject({ againOf: report.id, fileHash: report.fileHash, state: 'sending' })
    const events = await test.query(test.ours, 'select action from audit_events where resource_id = $1', [again.id])
    expect(events).toEqual([{ action: 'notification-report.sent-again' }])
    const file = (await admin.get(`/notification-reports/${again.id}/file`)).json().data
    expect([file.name, again.fileName === report.fileName]).toEqual([again.fileName, false])
    await send()
    expect(Object.keys(await remote.files())).toHaveLength(2)
    expect(await listed()).toHaveLength(2)
  })
})
