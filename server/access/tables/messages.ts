import type { Generated } from 'kysely'
import type { Locale } from '../../../contract/locales.ts'

/** Tables of messages to people. */
export interface MessageTables {
  messages: MessagesTable
  development_mail: DevelopmentMailTable
  message_counts: MessageCountsTable
}

interface MessagesTable {
  tenant_id: string
  id: string
  user_id: string | null
  invite_id: string | null
  operator_request_id: string | null
  operator_entry_id: string | null
  delivery_id: string | null
  rule_id: string | null
  channel: 'email' | 'text'
  template:
    | 'password-reset'
    | 'password-changed'
    | 'verify-registration'
    | 'already-registered'
    | 'verify-email'
    | 'staff-invitation'
    | 'administrator-reset'
    | 'account-suspended'
    | 'account-reactivated'
    | 'email-changed'
    | 'account-deleted'
    | 'patient-invitation'
    | 'token-expires'
    | 'webhook-stopped'
    | 'import-done'
    | 'notifications-due'
    | 'report-not-sent'
    | 'mailbox-code'
    | 'outbreak-found'
    | 'operator-asked'
    | 'operator-entered'
    | 'address-changed'
    | 'result-ready'
    | 'result-changed'
    | 'result-withdrawn'
  recipient: string
  locale: Locale
  state: Generated<'waiting' | 'sent' | 'failed'>
  sent_at: Date | null
  created_at: Generated<Date>
}

interface MessageCountsTable {
  tenant_id: string
  id: string
  channel: 'email' | 'text'
  sender_id: string | null
  is_to_holder: Generated<boolean>
  recipient_hash: Buffer
  matter: string | null
  queued_at: Generated<Date>
}

interface DevelopmentMailTable {
  tenant_id: string
  id: string
  channel: 'email' | 'text'
  recipient: string
  subject: string
  text: string
  html: string
  created_at: Generated<Date>
}
