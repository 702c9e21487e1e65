import type { Generated } from 'kysely'
import type { NotificationClosing, NotificationKind } from '../../../contract/notifications/items.ts'
import type { NeededField, NotificationFormat, NotificationWay } from '../../../contract/notifications/rule-parts.ts'
import type { NotificationRule, RuleAnalyte } from '../../../contract/notifications/rules.ts'
import type { Result } from '../../../contract/rules/results.ts'
import type { SetOutcome } from '../../../contract/test-sets/outcome.ts'
import type { Json } from './column-types.ts'

/** Tables of what is told to authorities. A `bigint` comes from the database as text. */
export interface NotificationTables {
  notification_rules: {
    tenant_id: string
    id: string
    version: Generated<number>
    created_at: Generated<Date>
    told_at: Date | null
  }
  notification_rule_versions: NotificationRuleVersionsTable
  notifications: NotificationsTable
  notification_follows: { tenant_id: string; position: string; has_more: Generated<boolean>; look_at: Date | null }
}

interface NotificationRuleVersionsTable {
  tenant_id: string
  rule_id: string
  version: number
  since: Date
  on_since: Date | null
  made_by: string
  name: string
  authority: string
  contact: string | null
  organisation_ids: string[]
  group_ids: string[]
  analytes: Json<RuleAnalyte[]>
  results: Result[]
  within_hours: number
  needed: NeededField[]
  format: NotificationFormat
  way: NotificationWay
  template: Json<NonNullable<NotificationRule['template']>> | null
}

interface NotificationsTable {
  tenant_id: string
  id: string
  rule_id: string
  rule_version: number
  test_record_id: string
  record_version: number
  set_version: Generated<number>
  organisation_id: string
  group_id: string
  kind: NotificationKind
  refers_to: string | null
  outcome: SetOutcome['result'] | null
  state: Generated<'open' | 'superseded' | 'sending' | 'sent' | 'acknowledged' | 'rejected'>
  closed_because: NotificationClosing | null
  version_at: Date
  due_at: Date
  warn_at: Date
  warned_at: Date | null
  overdue_told_at: Date | null
  report_id: string | null
  sent_at: Date | null
  sent_by: string | null
  answered_at: Date | null
  answered_by: string | null
  answer_reason: string | null
  version: Generated<number>
  created_at: Generated<Date>
}
