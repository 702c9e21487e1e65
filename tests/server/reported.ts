import { expect } from 'vitest'
import { hl7Settings } from '../../contract/notifications/hl7-settings.ts'
import { usualColumns } from '../../contract/notifications/columns.ts'
import type { NotificationReport } from '../../contract/notifications/reports.ts'
import { aRule } from '../walks/nouns/notifications.ts'
import { erasePerson } from '../../server/notifications/service.ts'
import type { Client } from './client.ts'
import { newRecordAt } from './new-record.ts'
import { notified } from './notified.ts'
import type { SftpServer } from '../programs/sftp-server.ts'
import type { TestApp } from './test-app.ts'

/** How reports of a rule are written, as is usual, and sent by nobody. */
export const usualSending = { columns: usualColumns('GB'), hl7: hl7Settings.parse({}), everyMinutes: null }

/** What an authority has agreed with a sender of HL7: all that a valid message names. */
export const agreedHl7 = hl7Settings.parse({
  senderOid: '2.16.840.1.113883.3.8589.1',
  facilityOid: '2.16.840.1.113883.3.8589.2',
  receivingApplication: 'ELR',
  receivingApplicationOid: '2.16.840.1.114222.4.3.3.10',
  receivingFacility: 'Health department',
  receivingFacilityOid: '2.16.840.1.114222.4.1.3645',
})

/** Makes a rule write HL7, and the place and its kit what that needs. */
export async function makeHl7(test: TestApp, ruleId: string): Promise<void> {
  const { groupId, assayId } = test.ours.places.home
  await test.query(test.ours, `update groups set phone = '+44 23 8055 1234' where id = $1`, [groupId])
  await test.query(
    test.ours,
    `update assays set analytes = jsonb_set(analytes, '{0,loinc}', '"94558-4"') where id = $1`,
    [assayId],
  )
  await test.query(test.ours, `update notification_rule_versions set format = 'hl7' where rule_id = $1`, [ruleId])
  await test.query(
    test.ours,
    `insert into notification_sendings (tenant_id, rule_id, columns, hl7) values ($1, $2, $3, $4)
     on conflict (tenant_id, rule_id) do update set hl7 = excluded.hl7`,
    [test.ours.id, ruleId, JSON.stringify(usualSending.columns), JSON.stringify(agreedHl7)],
  )
}

/** What tests of reports to authorities do in a tenant. The app and its administrator are there once tests run. */
export function reported(test: () => TestApp, admin: () => Client) {
  const { follow, itemsOf, correct, voidIt } = notified(test, admin)

  async function makeRule(change: Partial<ReturnType<typeof aRule>> = {}): Promise<string> {
    const reply = await admin().post('/notification-rules', { ...aRule(), isOn: true, ...change })
    expect(reply.statusCode, reply.body).toBe(201)
    const { id } = reply.json().data
    if (change.format === 'hl7') await agreeOn(id)
    return id
  }

  /** Enters what the authority of a rule has agreed for HL7. */
  async function agreeOn(ruleId: string): Promise<void> {
    const path = `/notification-rules/${ruleId}/sending`
    const reply = await admin().send('PUT', path, { body: { ...usualSending, hl7: agreedHl7 } })
    expect(reply.statusCode, reply.body).toBe(200)
  }

  /** Makes a rule that sends to this server. */
  async function makeRuleTo(remote: SftpServer, change: object = {}): Promise<string> {
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
    const reply = await admin().send('PUT', `/notification-rules/${ruleId}/sending`, {
      body: { ...usualSending, sftp },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    return ruleId
  }

  /** Records a positive test, of which there is then an item. */
  async function recordPositive(place = test().ours.places.home): Promise<string> {
    const body = { ...newRecordAt(place), analyteResults: [{ analyteId: 'line', result: 'positive' }] }
    const reply = await admin().post('/test-records', body)
    expect(reply.statusCode, reply.body).toBe(201)
    await follow()
    return reply.json().data.id
  }

  async function make(ruleId: string, status = 201, other: object = {}, as = admin()): Promise<NotificationReport> {
    const reply = await as.post('/notification-reports', { ruleId, ...other })
    expect(reply.statusCode, reply.body).toBe(status)
    return reply.json().data
  }

  async function get(id: string): Promise<NotificationReport> {
    return (await admin().get(`/notification-reports/${id}`)).json().data
  }

  /** Reads the file of a report, as whoever saves it. */
  async function read(id: string): Promise<string> {
    return (await admin().get(`/notification-reports/${id}/file`)).json().data.content
  }

  /** Reads the file of a report, and says that it was sent if it is passed on by hand. */
  async function fileOf(id: string): Promise<string> {
    const content = await read(id)
    await admin().put(`/notification-reports/${id}/sent`)
    return content
  }

  async function states(recordId: string): Promise<string[]> {
    return (await itemsOf(recordId)).map(({ state }) => state)
  }

  /** Erases a person from what authorities are told, and then who they are. */
  async function erase(email: string): Promise<void> {
    await test().door.enterTenant(test().ours.id, 'erasing', (scope) =>
      erasePerson(scope, { id: crypto.randomUUID(), email, mobile: null }),
    )
    await test().query(
      test().ours,
      'delete from subject_identities where tenant_id = current_tenant() and email = $1',
      [email],
    )
  }

  async function listed(as = admin()): Promise<NotificationReport[]> {
    return (await as.get('/notification-reports', { per_page: '100' })).json().data
  }

  /** Ends the time of leases and waits, as if it had passed. */
  async function later(): Promise<void> {
    await test().query(test().ours, `update notification_reports set due_at = now() - interval '1 second'`)
    await test().query(
      test().ours,
      `update notification_reports set leased_until = now() - interval '1 second' where lease is not null`,
    )
  }

  return {
    follow,
    makeRule,
    makeRuleTo,
    recordPositive,
    make,
    get,
    read,
    fileOf,
    itemsOf,
    states,
    correct,
    voidIt,
    erase,
    listed,
    later,
  }
}
