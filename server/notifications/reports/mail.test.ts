import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import { usualColumns } from '../../../contract/notifications/columns.ts'
import type { NotificationReport } from '../../../contract/notifications/reports.ts'
import * as phrases from '../../../contract/phrases/en_GB/index.ts'
import { openMailer, type SendMail } from '../../platform/mailer.ts'
import { NotSent } from '../../platform/not-sent.ts'
import { sealAudit } from '../../audit/service.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { everythingStored } from '../../../tests/server/everything-stored.ts'
import { decoded, startMailServer, type MailServer } from '../../../tests/programs/mail-server.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { removeNotifications } from '../../../tests/server/remove-notifications.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { makeNotifications } from '../making-service.ts'
import { aRule } from '../../../tests/walks/nouns/notifications.ts'
import { openReportSender, sendDueReports } from './sending-service.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client
let server: MailServer
let isAway = false
let sendMail: SendMail | undefined

const nowhere = 'nobody@authority.example'

beforeAll(async () => {
  test = await startTestApp()
  server = await startMailServer({ refuse: () => isAway, unknown: nowhere })
  sendMail = openMailer({ smtpUrl: server.url, from: 'lateral@clinic.test', publicUrl: 'http://localhost:3000' })
  await test.startSending(server.url)
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(async () => {
  await test.close()
  await server.close()
})

beforeEach(async () => {
  isAway = false
  server.received.length = 0
  await follow()
  await removeNotifications(test, test.ours)
  await test.query(test.ours, 'delete from message_counts where tenant_id = current_tenant()')
})

async function follow(): Promise<void> {
  await sealAudit(test.door)
  await makeNotifications(test.door)
}

async function makeRule(change: object = {}): Promise<string> {
  const reply = await admin.post('/notification-rules', { ...aRule(), isOn: true, way: 'mail', ...change })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

async function setMailbox(ruleId: string, address: string | null) {
  const settings = { columns: usualColumns('GB'), hl7: hl7Settings.parse({}), everyMinutes: null, sftp: null }
  const body = { ...settings, mail: address === null ? null : { address } }
  const reply = await admin.send('PUT', `/notification-rules/${ruleId}/sending`, { body })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.mail
}

const enter = (ruleId: string, code: string | null) => admin.put(`/notification-rules/${ruleId}/mailbox`, { code })

/** Reads the code of the latest mail to a mailbox, which takes a moment to arrive. */
async function codeAt(address: string, count = 1): Promise<string> {
  const there = () => server.received.filter(({ to }) => to.includes(address))
  await expect.poll(() => there().length, { timeout: 30_000 }).toBe(count)
  return /The code: ([\dA-Z]{4} [\dA-Z]{4})/.exec(decoded(there().at(-1)?.source ?? ''))?.[1] ?? ''
}

async function makeConfirmed(address: string): Promise<string> {
  const ruleId = await makeRule()
  await setMailbox(ruleId, address)
  const reply = await enter(ruleId, await codeAt(address))
  expect(reply.statusCode, reply.body).toBe(200)
  server.received.length = 0
  return ruleId
}

async function recordPositive(): Promise<string> {
  const body = {
    ...newRecordAt(test.ours.places.home),
    analyteResults: [{ analyteId: 'line', result: 'positive' }],
  }
  const reply = await admin.post('/test-records', body)
  expect(reply.statusCode, reply.body).toBe(201)
  await follow()
  return reply.json().data.id
}

async function make(ruleId: string, status = 201): Promise<NotificationReport> {
  const reply = await admin.post('/notification-reports', { ruleId })
  expect(reply.statusCode, reply.body).toBe(status)
  return reply.json().data
}

const get = async (id: string): Promise<NotificationReport> =>
  (await admin.get(`/notification-reports/${id}`)).json().data
const stateOf = async (recordId: string) =>
  (await admin.get(`/test-records/${recordId}/notifications`)).json().data.map(({ state }: { state: string }) => state)
const send = (by = sendMail) => sendDueReports(test.door, { ...test.webhooks, sendMail: by })

/** Ends the time of leases and waits, as if it had passed. */
async function later() {
  await test.query(test.ours, `update notification_reports set due_at = now() - interval '1 second'`)
  await test.query(
    test.ours,
    `update notification_reports set leased_until = now() - interval '1 second' where lease is not null`,
  )
}

it('nothing goes to a mailbox before its code was entered, and then the file that was made does', async () => {
  const address = 'inbox@authority.example'
  const ruleId = await makeRule()
  const record = await recordPositive()
  await make(ruleId, 409)
  expect(await setMailbox(ruleId, address)).toEqual({ address, confirmedAt: null })
  await make(ruleId, 409)
  const code = await codeAt(address)
  const asked = decoded(server.received[0]?.source ?? '')
  expect(asked).toContain('If you do not, ignore this message, and nothing will be sent.')
  expect(asked).not.toMatch(/\{\{|undefined|href=/)
  // Only its hash is stored.
  expect(await everythingStored(test, test.ours)).not.toContain(code.replace(' ', ''))
  const wrong = await enter(ruleId, 'ZZZZ-ZZZZ')
  expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { code: [phrases.serverRules.wrongCode] }])
  await make(ruleId, 409)
  const confirmed = await enter(ruleId, code.toLowerCase())
  expect(confirmed.json().data.mail).toMatchObject({ address })
  expect(confirmed.json().data.mail.confirmedAt).not.toBeNull()
  // One that is confirmed stays so.
  expect((await enter(ruleId, 'ZZZZ-ZZZZ')).json().data.mail).toEqual(confirmed.json().data.mail)
  server.received.length = 0

  const report = await make(ruleId)
  expect(report).toMatchObject({ state: 'sending', way: 'mail' })
  expect(await stateOf(record)).toEqual(['sending'])
  await send()
  expect(await get(report.id)).toMatchObject({ state: 'sent', problem: null })
  expect(await stateOf(record)).toEqual(['sent'])
  expect(server.received.map(({ to }) => to)).toEqual([[address]])
  const source = server.received[0]?.source ?? ''
  const { data } = (await admin.get(`/notification-reports/${report.id}/file`)).json()
  expect(attachmentOf(source, report.fileName)).toBe(data.content)
  const [head = ''] = source.split('\r\n\r\n')
  expect(head).toContain(`Message-ID: <${report.id}@clinic.test>`)
  const outside = decoded(source.slice(0, source.indexOf('Content-Disposition: attachment')))
  expect(outside).toContain(report.fileHash)
  for (const secret of ['positive', 'Nora', test.ours.places.home.subjectId]) expect(outside).not.toContain(secret)
  await later()
  await send()
  expect(server.received).toHaveLength(1)
})

it('another address is to be confirmed anew, and what waits is not sent to either', async () => {
  const ruleId = await makeConfirmed('first@authority.example')
  const record = await recordPositive()
  const report = await make(ruleId)
  expect(await setMailbox(ruleId, 'second@authority.example')).toMatchObject({ confirmedAt: null })
  const code = await codeAt('second@authority.example')
  await send()
  expect(await get(report.id)).toMatchObject({ state: 'failing', problem: 'unconfirmed' })
  expect(await stateOf(record)).toEqual(['sending'])
  await enter(ruleId, code)
  await later()
  await send()
  expect((await get(report.id)).state).toBe('sent')
  // Administrators are told of the failure, and get none of the report.
  const toAuthority = server.received.flatMap(({ to }) => to).filter((to) => to.endsWith('@authority.example'))
  expect(toAuthority).toEqual(['second@authority.example', 'second@authority.example'])
  // Settings that leave the address as it is leave it confirmed.
  expect((await setMailbox(ruleId, 'second@authority.example')).confirmedAt).not.toBeNull()
})

it('a code is tried a few times, and another one takes its place', async () => {
  const address = 'slow@authority.example'
  const ruleId = await makeRule()
  await setMailbox(ruleId, address)
  const code = await codeAt(address)
  for (const _ of Array.from({ length: 5 })) await enter(ruleId, 'ZZZZZZZZ')
  const late = await enter(ruleId, code)
  expect([late.statusCode, late.json().errors]).toEqual([422, { code: [phrases.serverRules.codeUsedUp] }])
  expect((await enter(ruleId, null)).statusCode).toBe(200)
  const other = await codeAt(address, 2)
  expect((await enter(ruleId, code)).statusCode).toBe(422)
  expect((await enter(ruleId, other)).statusCode).toBe(200)
  expect((await admin.put(`/notification-rules/${await makeRule()}/mailbox`, { code: other })).statusCode).toBe(409)
})

it('what the mail server refuses stays in its report with the reason, and is told once it is taken', async () => {
  const ruleId = await makeConfirmed('later@authority.example')
  const record = await recordPositive()
  isAway = true
  const report = await make(ruleId)
  await send()
  expect(await get(report.id)).toMatchObject({ state: 'failing', problem: 'mail', tries: 1, mayHaveArrived: false })
  expect(await stateOf(record)).toEqual(['sending'])
  expect(server.received).toEqual([])
  isAway = false
  await later()
  await send()
  expect(await stateOf(record)).toEqual(['sent'])
  // Somebody has closed the mailbox since it was confirmed.
  await test.query(test.ours, 'update notification_sendings set mail_address = $1 where rule_id = $2', [
    nowhere,
    ruleId,
  ])
  await recordPositive()
  const gone = await make(ruleId)
  await send()
  expect(await get(gone.id)).toMatchObject({ state: 'failing', problem: 'mailbox' })
})

it.each([
  ['may have arrived', false],
  ['has not arrived', true],
])('a mail that broke off says that it %s', async (_, isRefused) => {
  const ruleId = await makeConfirmed('unsure@authority.example')
  await recordPositive()
  const report = await make(ruleId)
  await send(async () => {
    throw new NotSent('Broken off', { isRefused })
  })
  expect(await get(report.id)).toMatchObject({ state: 'failing', problem: 'mail', mayHaveArrived: !isRefused })
})

it('a process that dies behind the mail server sends it again as the same mail', async () => {
  const ruleId = await makeConfirmed('twice@authority.example')
  await recordPositive()
  const report = await make(ruleId)
  const dying: SendMail = async (mail) => {
    await sendMail?.(mail)
    throw new Error('The process has died')
  }
  await expect(send(dying)).rejects.toThrow('died')
  await send()
  expect(server.received).toHaveLength(1)
  await later()
  await send()
  expect((await get(report.id)).state).toBe('sent')
  const ids = server.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1])
  expect(ids).toEqual([`<${report.id}@clinic.test>`, `<${report.id}@clinic.test>`])
})

it.each([
  ['waits in production', 'production', { state: 'failing', problem: 'mail', mayHaveArrived: false }, 0],
  ['is shown in development', 'development', { state: 'sent', problem: null }, 1],
] as const)('without a mail server a report %s', async (_, environment, outcome, count) => {
  const ruleId = await makeConfirmed('unserved@authority.example')
  await recordPositive()
  const report = await make(ruleId)
  const mail = { smtpUrl: undefined, from: 'lateral@clinic.test', publicUrl: 'http://localhost:3000' }
  await sendDueReports(test.door, openReportSender({ mail, environment }, test.webhooks))
  expect(await get(report.id)).toMatchObject(outcome)
  expect(await test.mails(test.ours, 'unserved@authority.example')).toHaveLength(count)
})

it('a form on paper cannot be sent', async () => {
  for (const way of ['mail', 'sftp']) {
    const reply = await admin.post('/notification-rules', { ...aRule(), format: 'printed', way })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['way']])
  }
})

/** Reads an attachment of a mail, which is encoded as base64. */
function attachmentOf(source: string, name: string): string {
  const part = source.split(/^--/m).find((one) => one.includes(`filename=${name}`)) ?? ''
  return Buffer.from(part.split('\r\n\r\n')[1] ?? '', 'base64').toString('utf8')
}
