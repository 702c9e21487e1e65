import type { Generated } from 'kysely'
import type { ReportColumn } from '../../../contract/notifications/columns.ts'
import type { Hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import type { ReportProblem } from '../../../contract/notifications/report-problems.ts'
import type { NotificationFormat, NotificationWay } from '../../../contract/notifications/rule-parts.ts'
import type { Sending } from '../../../contract/notifications/sending.ts'
import type { Json } from './column-types.ts'

/** Tables of what is sent to authorities. */
export interface NotificationReportTables {
  notification_sendings: NotificationSendingsTable
  notification_reports: NotificationReportsTable
  notification_report_items: { tenant_id: string; report_id: string; notification_id: string }
}

interface NotificationSendingsTable {
  tenant_id: string
  rule_id: string
  columns: Json<ReportColumn[]>
  hl7: Json<Hl7Settings>
  sftp: Json<NonNullable<Sending['sftp']>> | null
  secret: Buffer | null
  every_minutes: number | null
  mail_address: string | null
  mail_code_hash: Buffer | null
  mail_code_until: Date | null
  mail_code_tries: Generated<number>
  mail_confirmed_at: Date | null
  next_at: Date | null
  version: Generated<number>
}

interface NotificationReportsTable {
  tenant_id: string
  id: string
  rule_id: string
  rule_version: number
  format: NotificationFormat
  way: NotificationWay
  again_of: string | null
  file: Buffer | null
  file_name: string
  file_hash: Buffer
  items: number
  made_by: string | null
  made_at: Date
  state: 'made' | 'sending' | 'sent' | 'withdrawn'
  tries: Generated<number>
  problem: ReportProblem | null
  due_at: Date
  lease: string | null
  leased_until: Date | null
  sent_at: Date | null
  may_have_arrived: Generated<boolean>
  withdrawn_at: Date | null
  withdrawn_by: string | null
}
