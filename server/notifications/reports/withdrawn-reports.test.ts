import { Hl7Message } from '@medplum/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { reachesHere, startNotified } from '../../../tests/server/notified.ts'
import { makeHl7, reported } from '../../../tests/server/reported.ts'
import { hasSftpServer, SftpServer } from '../../../tests/programs/sftp-server.ts'
import type { TestApp } from '../../../tests/server/test-app.ts'
import { deleteOldFiles } from './repository.ts'
import { makeAutomatic, sendDueReports } from './sending-service.ts'
import { BrokenOff } from './sftp.ts'

let test: TestApp
let admin: Client

startNotified((started) => {
  ;({ test, admin } = started)
}, reachesHere)

const {
  follow,
  makeRule,
  makeRuleTo,
  recordPositive,
  make,
  get,
  fileOf,
  itemsOf,
  states,
  correct,
  voidIt,
  listed,
  later,
} = reported(
  () => test,
  () => admin,
)

const send = () => sendDueReports(test.door, test.webhooks)
const withdraw = (id: string, as = admin) => as.send('PUT', `/notification-reports/${id}/withdraw`)

async function withdrawals(id: string): Promise<unknown[]> {
  return await test.query(
    test.ours,
    `select details from audit_events where action = 'notification-report.withdrawn' and outcome = 'done' and resource_id = $1`,
    [id],
  )
}

describe.skipIf(!hasSftpServer)('a report that fails, left out without openssh-sftp-server', () => {
  let remote: SftpServer
  beforeEach(async () => {
    remote = await SftpServer.start()
    return () => remote.stop()
  })

  /** Tries to send what is due, by a process that dies once the server has the file. */
  async function dieBehindSending(): Promise<void> {
    const after = async (step: string) => {
      if (step === 'renamed') throw new BrokenOff()
    }
    await expect(sendDueReports(test.door, { ...test.webhooks, after })).rejects.toThrow(BrokenOff)
  }

  /** Makes a report of one record that fails, after a process died that may have sent it. */
  async function makeUnsure() {
    const ruleId = await makeRuleTo(remote)
    const record = await recordPositive()
    const { id } = await make(ruleId)
    remote.refuse(true)
    await send()
    remote.refuse(false)
    await later()
    await dieBehindSending()
    return { ruleId, record, id }
  }

  it('can be withdrawn, and what it tells is ready for another report', async () => {
    const ruleId = await makeRuleTo(remote)
    const records = [await recordPositive(), await recordPositive()]
    remote.refuse(true)
    const { id } = await make(ruleId)
    await send()
    expect(await get(id)).toMatchObject({ state: 'failing', mayHaveArrived: false, withdrawn: null })
    const reply = await withdraw(id)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().data).toMatchObject({ state: 'withdrawn', problem: 'refused', mayHaveArrived: false })
    expect(reply.json().data.withdrawn.by).not.toBeNull()
    for (const record of records) {
      expect(await itemsOf(record)).toMatchObject([{ state: 'ready', reportId: null, withdrawn: 'not-arrived' }])
    }
    // A repeat changes nothing, and is kept once.
    expect((await withdraw(id)).statusCode).toBe(200)
    expect(await withdrawals(id)).toEqual([{ details: { rows: 2 } }])
    remote.refuse(false)
    await later()
    await send()
    expect([(await get(id)).state, await remote.files()]).toEqual(['withdrawn', {}])
    const second = await make(ruleId)
    expect(second).toMatchObject({ items: 2, mayRepeat: false })
    await send()
    for (const record of records) expect(await itemsOf(record)).toMatchObject([{ state: 'sent', withdrawn: null }])
    expect(Object.keys(await remote.files())).toEqual([second.fileName])
    // Its file stays for those who have to say what was in it.
    expect(await fileOf(id)).not.toBe('')
  })

  it('and that may have arrived says so, as does whatever tells the same', async () => {
    const { ruleId, record, id } = await makeUnsure()
    await later()
    expect((await withdraw(id)).json().data).toMatchObject({ state: 'withdrawn', mayHaveArrived: true })
    expect(await itemsOf(record)).toMatchObject([{ state: 'ready', withdrawn: 'may-have-arrived' }])
    const columns = [
      { header: 'Test', field: 'testId' },
      { header: 'Again', field: 'repeat' },
    ]
    const other = await recordPositive()
    await test.query(test.ours, 'update notification_sendings set columns = $2 where rule_id = $1', [
      ruleId,
      JSON.stringify(columns),
    ])
    const again = await make(ruleId)
    expect(again).toMatchObject({ items: 2, mayRepeat: true })
    const testIds = await Promise.all(
      [record, other].map(async (one) => (await admin.get(`/test-records/${one}`)).json().data.testId),
    )
    expect(await fileOf(again.id)).toBe(`Test,Again\r\n${testIds[0]},May be a repeat\r\n${testIds[1]},\r\n`)
  })

  it('and that may have arrived says so in HL7 in what tells it again', async () => {
    const { ruleId, record, id } = await makeUnsure()
    await later()
    expect((await withdraw(id)).statusCode).toBe(200)
    await makeHl7(test, ruleId)
    const file = await fileOf((await make(ruleId)).id)
    const [item] = await itemsOf(record)
    const message = Hl7Message.parse(file.slice(file.indexOf('MSH|')))
    expect(message.getSegment('MSH')?.getField(10).toString()).toBe(item?.id)
    expect(message.getSegment('NTE')?.getField(3).toString()).toContain('You may have received this message before')
    expect(file.split('\r')[1]).toMatch(/^BHS.+\|Some messages may repeat earlier ones/)
  })

  it('has another control ID and is no repeat in HL7 once the authority has rejected it', async () => {
    const { ruleId, record, id } = await makeUnsure()
    await makeHl7(test, ruleId)
    const told = async () => {
      const report = await make(ruleId)
      const message = Hl7Message.parse((await fileOf(report.id)).replace(/^[^]*?(?=MSH\|)/, ''))
      return {
        id: report.id,
        controlId: message.getSegment('MSH')?.getField(10).toString(),
        note: message.getSegment('NTE'),
      }
    }
    await later()
    expect((await withdraw(id)).statusCode).toBe(200)
    const first = await told()
    await send()
    const [item] = await itemsOf(record)
    expect([first.controlId, first.note === undefined]).toEqual([item?.id, false])
    expect((await admin.put(`/notifications/${item?.id}/reject`, { reason: 'No postcode' })).statusCode).toBe(200)
    const second = await told()
    expect([second.controlId, second.note]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), undefined])
    expect(second.controlId).not.toBe(first.controlId)
    // A repeat of what was told after the rejection has the control ID of that.
    remote.refuse(true)
    await send()
    await test.query(test.ours, `update notification_reports set may_have_arrived = true where id = $1`, [second.id])
    expect((await withdraw(second.id)).statusCode).toBe(200)
    const third = await told()
    expect([third.controlId, third.note === undefined]).toEqual([second.controlId, false])
  })

  it('is told by nothing that is sent by itself once it was withdrawn', async () => {
    const ruleId = await makeRuleTo(remote)
    const record = await recordPositive()
    remote.refuse(true)
    const { id } = await make(ruleId)
    await send()
    expect((await withdraw(id)).statusCode).toBe(200)
    const other = await recordPositive()
    await test.query(
      test.ours,
      `update notification_sendings set every_minutes = 5, next_at = now() - interval '1 second' where rule_id = $1`,
      [ruleId],
    )
    await makeAutomatic(test.door)
    expect([await states(record), await states(other)]).toEqual([['ready'], ['sending']])
    // A person may do it.
    expect(await make(ruleId)).toMatchObject({ items: 1 })
  })

  it.each([
    ['is corrected', 'correction', true],
    ['is removed if it was voided', 'removal', true],
    ['is told for the first time where it did not', 'first', false],
  ] as const)('and what may have arrived %s', async (_, kind, mayHaveArrived) => {
    const { record, id } = await makeUnsure()
    if (!mayHaveArrived) {
      await test.query(test.ours, 'update notification_reports set lease = null, leased_until = null where id = $1', [
        id,
      ])
    }
    if (kind === 'removal') await voidIt(record)
    else await correct(record, 'positive', { note: 'Read again' })
    await follow()
    await later()
    expect((await withdraw(id)).statusCode).toBe(200)
    const [first, next] = await itemsOf(record)
    expect(first?.state).toBe('superseded')
    expect(next).toMatchObject({ state: 'ready', kind, refersTo: mayHaveArrived ? first?.id : null })
  })

  it('stays while it may be sent right now', async () => {
    const { id } = await makeUnsure()
    expect((await withdraw(id)).statusCode).toBe(409)
    expect(await get(id)).toMatchObject({ state: 'failing', withdrawn: null })
    await later()
    expect((await withdraw(id)).statusCode).toBe(200)
  })

  it('and sends another one again can be withdrawn, and what was told stays told', async () => {
    const ruleId = await makeRuleTo(remote)
    const record = await recordPositive()
    const { id } = await make(ruleId)
    await send()
    const again = (await admin.post(`/notification-reports/${id}/again`)).json().data
    remote.refuse(true)
    await send()
    expect((await withdraw(again.id)).json().data).toMatchObject({ state: 'withdrawn', againOf: id })
    expect(await itemsOf(record)).toMatchObject([{ state: 'sent', reportId: id }])
  })

  it('has its file for as long as one that was sent', async () => {
    const ruleId = await makeRuleTo(remote)
    await recordPositive()
    remote.refuse(true)
    const { id } = await make(ruleId)
    await send()
    await withdraw(id)
    const deleteOld = () => test.door.enterTenant(test.ours.id, 'upkeep', (scope) => deleteOldFiles(scope, 100))
    expect([await deleteOld(), (await get(id)).hasFile]).toEqual([0, true])
    await test.query(
      test.ours,
      `update notification_reports set made_at = now() - interval '31 days', withdrawn_at = now() - interval '31 days' where id = $1`,
      [id],
    )
    expect([await deleteOld(), (await get(id)).hasFile]).toEqual([1, false])
  })
})

it('a report that was downloaded and sent, or is another tenant’s, cannot be withdrawn', async () => {
  const ruleId = await makeRule()
  await recordPositive()
  const { id } = await make(ruleId)
  await fileOf(id)
  expect((await withdraw(id)).statusCode).toBe(409)
  expect((await withdraw(id, await logInAs(test.app, test.theirs, 'tenant'))).statusCode).toBe(404)
  expect(await listed()).toMatchObject([{ state: 'sent' }])
  expect(await withdrawals(id)).toEqual([])
})
