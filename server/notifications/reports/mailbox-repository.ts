import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { mailboxCodeLength } from '../../../contract/notifications/sending.ts'
import { inviteCodeAlphabet } from '../../../contract/rules/invite-code.ts'
import type { Scope } from '../../access/scope.ts'
import { hashToken } from '../../access/sessions/tokens.ts'

/** Days for which a code can be entered. */
const codeDays = 7

/** The most codes that may be entered wrongly before another one must be sent. */
export const mostWrongCodes = 5

/** Changes the mailbox of a rule, which is not confirmed then. */
export async function setMailbox({ db }: Scope, ruleId: string, address: string | null): Promise<void> {
  await db
    .updateTable('notification_sendings')
    .set({
      mail_address: address,
      mail_code_hash: null,
      mail_code_until: null,
      mail_code_tries: 0,
      mail_confirmed_at: null,
    })
    .where('rule_id', '=', ruleId)
    .execute()
}

/** Finds what is known of a code that was sent to the mailbox of a rule. */
export async function findCode({ db }: Scope, ruleId: string) {
  return await db
    .selectFrom('notification_sendings')
    .where('rule_id', '=', ruleId)
    .select(['mail_address', 'mail_code_hash', 'mail_code_until', 'mail_code_tries', 'mail_confirmed_at'])
    .executeTakeFirst()
}

export async function countWrongCode({ db }: Scope, ruleId: string): Promise<void> {
  await db
    .updateTable('notification_sendings')
    .set({ mail_code_tries: sql<number>`mail_code_tries + 1` })
    .where('rule_id', '=', ruleId)
    .execute()
}

/** Keeps that somebody has read the code in the mailbox. */
export async function confirmMailbox({ db, now }: Scope, ruleId: string): Promise<void> {
  await db
    .updateTable('notification_sendings')
    .set({
      mail_confirmed_at: now,
      mail_code_hash: null,
      mail_code_until: null,
      version: sql<number>`version + 1`,
    })
    .where('rule_id', '=', ruleId)
    .execute()
}

/**
 * Makes the code for a message to the mailbox of a rule, in place of an earlier one, and stores its hash. Undefined if the
 * rule has another mailbox by now, or if this one is confirmed.
 */
export async function makeMailboxCode(
  { db, now }: Scope,
  ruleId: string,
  address: string,
): Promise<string | undefined> {
  const code = Array.from(
    { length: mailboxCodeLength },
    () => inviteCodeAlphabet[randomInt(inviteCodeAlphabet.length)] ?? '',
  ).join('')
  const { numUpdatedRows } = await db
    .updateTable('notification_sendings')
    .set({
      mail_code_hash: hashToken(code),
      mail_code_until: new Date(now.getTime() + codeDays * 24 * 60 * 60_000),
      mail_code_tries: 0,
    })
    .where('rule_id', '=', ruleId)
    .where('mail_address', '=', address)
    .where('mail_confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? code : undefined
}
