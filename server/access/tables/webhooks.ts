import type { ColumnType, Generated } from 'kysely'
import type { SendingProblem, WebhookPause } from '../../../contract/webhooks/endpoints.ts'
import type { WebhookKind } from '../../../contract/webhooks/kinds.ts'

/** The tables of webhooks. */
export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_secrets: WebhookSecretsTable
  webhook_attempts: WebhookAttemptsTable
}

interface WebhooksTable {
  tenant_id: string
  id: string
  url: string
  kinds: WebhookKind[]
  with_content: boolean
  state: Generated<'active' | 'paused' | 'ended' | 'revoked'>
  paused_because: WebhookPause | null
  position: number
  has_more: Generated<boolean>
  due_at: Generated<Date>
  tries: Generated<number>
  failing_since: Date | null
  lease: string | null
  leased_until: Date | null
  last_delivered_at: Date | null
  made_by: string
  created_at: Generated<Date>
  revoked_at: ColumnType<Date | null, never, Date>
  revoked_by: ColumnType<string | null, never, string>
}

interface WebhookSecretsTable {
  tenant_id: string
  id: string
  webhook_id: string
  secret: Buffer
  created_at: Generated<Date>
  ends_at: ColumnType<Date | null, never, Date>
}

interface WebhookAttemptsTable {
  tenant_id: string
  id: string
  webhook_id: string
  kind: WebhookKind | 'webhook.test'
  message_id: string
  tried_at: Date
  is_by_hand: boolean
  status: number | null
  problem: SendingProblem | null
  milliseconds: number
  body: string
  answer: string
  sending_until: Generated<Date | null>
}
