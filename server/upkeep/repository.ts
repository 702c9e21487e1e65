import { sql } from 'kysely'
import { undoDays } from '../../contract/subjects/merging.ts'
import { draftHours } from '../../contract/test-records/opening-draft.ts'
import type { Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'

/**
 * Rows that end by themselves, one line a kind: the table, and when a row of it is over. The server's role needs the right
 * to update and to delete them. The table of ages in docs/security.md says the same in words.
 */
export const endedRows = {
  sessions: `expires_at < now()`,
  tokens: `expires_at < now()`,
  browsers: `used_at < now() - interval '1 day' * case purpose when 'email' then 14 else 365 end`,
  // No limit counts for longer.
  throttle_counters: `window_started_at < now() - interval '1 day'`,
  message_counts: `queued_at < now() - interval '1 day'`,
  // A phone that was offline from Friday to Monday still repeats safely.
  idempotency_keys: `created_at < now() - interval '3 days'`,
  // As long as its person is offered to go on with it.
  test_drafts: `kept_at < now() - interval '${draftHours} hours'`,
  test_run_drafts: `kept_at < now() - interval '${draftHours} hours'`,
  messages: `coalesce(sent_at, created_at) < now() - interval '30 days'`,
  // Uploaded for instructions that were not saved with it.
  assay_pictures: `assay_id is null and created_at < now() - interval '7 days'`,
  development_mail: `created_at < now() - interval '30 days'`,
  // As long as it can be undone.
  subject_merges: `merged_at < now() - interval '${undoDays} days'`,
  // Of an invite that became an account, the account decides.
  invites: `state <> 'redeemed' and expires_at < now() - interval '90 days'`,
} satisfies Partial<Record<keyof Tables, string>>

type EndedTable = keyof typeof endedRows

/** Deletes rows of the tenant that are over, at most so many, and answers how many. Rows in use are left for later. */
export async function deleteEndedRows(scope: Scope, table: EndedTable, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where tenant_id = ${scope.tenant.id} and ctid = any(array(
      select ctid from ${sql.table(table)} where tenant_id = ${scope.tenant.id} and ${sql.raw(endedRows[table])}
      limit ${most} for update skip locked
    ))`.execute(scope.db)
  return Number(numAffectedRows)
}
