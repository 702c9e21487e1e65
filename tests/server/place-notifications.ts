import { hash } from 'node:crypto'
import type pg from 'pg'
import { hl7Settings } from '../../contract/notifications/hl7-settings.ts'
import { insertRows } from './rows.ts'

/** The code that was sent to the mailbox of each place's rule. */
export const mailboxCodeOfPlace = 'ABCDEFGH'

/** What each place's rule needs, which its person lacks. */
export const neededOfPlace = ['sex']

/**
 * Inserts a rule of a place that is on, an item that was not told, and one that was, with its report and one that fails to send
 * it again. The tenant follows its chain.
 */
export async function insertNotifications(
  client: pg.ClientBase,
  place: Record<
    | 'tenantId'
    | 'organisationId'
    | 'groupId'
    | 'recordId'
    | 'plainRecordId'
    | 'notificationRuleId'
    | 'notificationId'
    | 'toldNotificationId'
    | 'reportId'
    | 'failingReportId',
    string
  >,
  { text, by }: { text: string; by: string },
): Promise<void> {
  const tenant_id = place.tenantId
  const at = new Date(Date.UTC(2026, 0, 5, 12))
  await client.query(
    `insert into notification_follows (tenant_id, position, has_more) values ($1, 0, false) on conflict do nothing`,
    [tenant_id],
  )
  await insertRows(client, 'notification_rules', [{ tenant_id, id: place.notificationRuleId, told_at: new Date() }])
  await insertRows(client, 'notification_rule_versions', [
    {
      tenant_id,
      rule_id: place.notificationRuleId,
      version: 1,
      since: at,
      on_since: at,
      made_by: by,
      name: `Rule ${text}`,
      authority: `Authority ${text}`,
      contact: `Desk ${text}`,
      organisation_ids: [place.organisationId],
      group_ids: [],
      analytes: '[]',
      results: ['positive'],
      within_hours: 24,
      needed: neededOfPlace,
      format: 'csv',
      way: 'download',
    },
  ])
  const item = {
    tenant_id,
    rule_id: place.notificationRuleId,
    rule_version: 1,
    organisation_id: place.organisationId,
    group_id: place.groupId,
    kind: 'first',
    version_at: at,
    due_at: new Date(at.getTime() + 24 * 60 * 60_000),
    warn_at: new Date(at.getTime() + 18 * 60 * 60_000),
  }
  await insertRows(client, 'notifications', [
    { ...item, id: place.notificationId, test_record_id: place.recordId, record_version: 1 },
  ])
  await insertRows(client, 'notifications', [
    {
      ...item,
      id: place.toldNotificationId,
      test_record_id: place.plainRecordId,
      record_version: 1,
      state: 'sent',
      sent_at: at,
      sent_by: by,
    },
  ])
  await insertRows(client, 'notification_sendings', [
    {
      tenant_id,
      rule_id: place.notificationRuleId,
      columns: JSON.stringify([{ header: `Test ${text}`, field: 'testId' }]),
      hl7: JSON.stringify(hl7Settings.parse({})),
      sftp: JSON.stringify({
        host: 'sftp.example',
        port: 22,
        user: text,
        folder: 'in',
        hostKey: `SHA256:${'A'.repeat(43)}`,
      }),
      secret: Buffer.from('encrypted'),
      mail_address: 'reports@authority.test',
      mail_code_hash: hash('sha256', mailboxCodeOfPlace, 'buffer'),
      mail_code_until: new Date('2100-01-01'),
    },
  ])
  const file = Buffer.from(`Report of ${text}`)
  const report = {
    tenant_id,
    rule_id: place.notificationRuleId,
    rule_version: 1,
    format: 'csv',
    way: 'sftp',
    file,
    file_name: 'report.csv',
    file_hash: hash('sha256', file, 'buffer'),
    items: 1,
    made_by: by,
    made_at: at,
  }
  await insertRows(client, 'notification_reports', [
    { ...report, id: place.reportId, state: 'sent', due_at: at, sent_at: at },
  ])
  await insertRows(client, 'notification_reports', [
    {
      ...report,
      id: place.failingReportId,
      again_of: place.reportId,
      state: 'sending',
      tries: 1,
      // A restored backup leaves a report like this one, so that restoring changes nothing of it.
      problem: 'restored',
      due_at: new Date('9999-01-01T00:00:00Z'),
    },
  ])
  await insertRows(
    client,
    'notification_report_items',
    [place.reportId, place.failingReportId].map((report_id) => ({
      tenant_id,
      report_id,
      notification_id: place.toldNotificationId,
    })),
  )
}
