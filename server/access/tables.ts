import type { ColumnType, Generated } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { ImportTables } from './tables/imports.ts'
import type { MessageTables } from './tables/messages.ts'
import type { NotificationReportTables } from './tables/notification-reports.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OutbreakTables } from './tables/outbreaks.ts'
import type { PlaceTables } from './tables/places.ts'
import type { RoundTables } from './tables/rounds.ts'
import type { TestTables } from './tables/test-records.ts'
import type { TestSetTables } from './tables/test-sets.ts'
import type { WebhookTables } from './tables/webhooks.ts'
import type { Json } from './tables/column-types.ts'

/**
 * The tables as the server's role sees them. Migrations are the source of truth; the server's tests run against them.
 */
export interface Tables
  extends
    AccountTables,
    ImportTables,
    MessageTables,
    NotificationReportTables,
    NotificationTables,
    OutbreakTables,
    PlaceTables,
    RoundTables,
    TestSetTables,
    TestTables,
    WebhookTables {
  audit_events: AuditEventsTable
  audit_verifications: AuditVerificationsTable
  refusal_counts: { tenant_id: string; actor_id: string; window_started_at: Date; attempts: number }
  throttle_counters: { tenant_id: string; key: Buffer; window_started_at: Date; attempts: number }
}

interface AuditEventsTable {
  tenant_id: string
  id: string
  occurred_at: ColumnType<Date, never, never>
  actor_id: string | null
  action: string
  outcome: Generated<'done' | 'refused'>
  resource_type: string | null
  resource_id: string | null
  details: Json<unknown> | null
  request_id: string | null
  position: ColumnType<number | null, never, never>
  kind: ColumnType<string, never, never>
  hash: ColumnType<Buffer | null, never, never>
}

/** Only functions of the database write this table. */
interface AuditVerificationsTable {
  tenant_id: string
  position: ColumnType<number, never, never>
  verified_at: ColumnType<Date, never, never>
  broken_position: ColumnType<number | null, never, never>
  broken_at: ColumnType<Date | null, never, never>
}
