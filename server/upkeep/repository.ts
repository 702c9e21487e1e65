import { sql } from 'kysely'
import { undoDays } from '../../contract/subjects/merging.ts'
import { draftHours, messageLimitHours, webhookLogDays } from '../../contract/limits-and-times.ts'
import type { Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'

/**
 * Rows that expire: each table with the condition that a row is over. The server's role needs permission to update and
 * delete them. docs/security.md has the same table in words.
 */
export const endedRows = {
  sessions: `expires_at < now()`,
  tokens: `expires_at < now()`,
  browsers: `(used_at < now() - interval '365 days' or purpose = 'email' and used_at < now() - interval '14 days')`,
  // No limit lasts longer than a day.
  throttle_counters: `window_started_at < now() - interval '1 day'`,
  message_counts: `queued_at < now() - interval '${messageLimitHours} hours'`,
  // A phone that was offline from Friday to Monday can still repeat safely.
  idempotency_keys: `created_at < now() - interval '3 days'`,
  // Drafts are kept for as long as they are offered to their author.
  test_drafts: `kept_at < now() - interval '${draftHours} hours'`,
  test_run_drafts: `kept_at < now() - interval '${draftHours} hours'`,
  messages: `coalesce(sent_at, created_at) < now() - interval '30 days'`,
  // Pictures without an assay were uploaded for instructions that were saved without them.
  assay_pictures: `assay_id is null and created_at < now() - interval '7 days'`,
  development_mail: `created_at < now() - interval '30 days'`,
  // Merges are kept for as long as they can be undone.
  subject_merges: `merged_at < now() - interval '${undoDays} days'`,
  webhook_attempts: `tried_at < now() - interval '${webhookLogDays} days'`,
  webhook_secrets: `ends_at < now()`,
  // A redeemed invite is kept with its account.
  invites: `state <> 'redeemed' and expires_at < now() - interval '90 days'`,
} satisfies Partial<Record<keyof Tables, string>>

type EndedTable = keyof typeof endedRows

/**
 * Deletes at most `most` expired rows of the tenant, and returns how many it deleted. Locked rows are left for later.
 */
export async function deleteEndedRows(scope: Scope, table: EndedTable, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where tenant_id = ${scope.tenant.id} and ctid = any(array(
      select ctid from ${sql.table(table)} where tenant_id = ${scope.tenant.id} and ${sql.raw(endedRows[table])}
      limit ${most} for update skip locked
    ))`.execute(scope.db)
  return Number(numAffectedRows)
}
