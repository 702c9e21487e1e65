import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { inviteCodeAlphabet, inviteCodeLength } from '../../contract/rules/invite-code.ts'
import type { Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { hashToken } from '../access/tokens.ts'
import { touched } from '../access/touched.ts'

/**
 * The invite that a code opens; undefined when the code is unknown, used, replaced, revoked or over, or when the email
 * has an account by now.
 */
export async function findInviteOfCode(scope: Scope, code: string) {
  return scope.db
    .selectFrom('invite_codes as c')
    .innerJoin('invites as i', (join) =>
      join.onRef('i.tenant_id', '=', 'c.tenant_id').onRef('i.id', '=', 'c.invite_id'),
    )
    .innerJoin('organisations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.organisation_id'),
    )
    .innerJoin('groups as g', (join) => join.onRef('g.tenant_id', '=', 'i.tenant_id').onRef('g.id', '=', 'i.group_id'))
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.email_key', '=', 'i.email_key'),
    )
    .where('c.code_hash', '=', hashToken(code))
    .where('i.state', '=', 'pending')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where('t.status', '=', 'active')
    .where('u.id', 'is', null)
    .select([
      'i.id',
      'c.channel',
      'i.email',
      'i.mobile',
      'i.lang',
      'i.invited_by',
      'i.sent_at',
      'o.name as organisation_name',
      'g.name as group_name',
      't.name as tenant_name',
      't.product_name',
      't.countries',
    ])
    .executeTakeFirst()
}
export type InviteOfCode = NonNullable<Awaited<ReturnType<typeof findInviteOfCode>>>

/** Notes the account that an invite has become. False when its code opens nothing any more: of calls at once, one succeeds. */
export async function markRedeemed(scope: Scope, code: string, userId: string): Promise<boolean> {
  const updated = await scope.db
    .updateTable('invites as i')
    .from('invite_codes as c')
    .set({
      state: 'redeemed',
      redeemed_at: sql<Date>`now()`,
      user_id: userId,
      ...touched('i'),
    })
    .whereRef('c.tenant_id', '=', 'i.tenant_id')
    .whereRef('c.invite_id', '=', 'i.id')
    .where('c.code_hash', '=', hashToken(code))
    .where('i.state', '=', 'pending')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .returning('i.id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Makes a code for the message that an invite sends by this channel, in place of the channel's earlier one. Only its hash
 * and its end are stored.
 */
export async function makeInviteCode(
  scope: Scope,
  inviteId: string,
  channel: Tables['invite_codes']['channel'],
): Promise<string> {
  const code = newInviteCode()
  const stored = { code_hash: hashToken(code), last_four: code.slice(-4) }
  await scope.db
    .insertInto('invite_codes')
    .values({ tenant_id: scope.tenant.id, invite_id: inviteId, channel, ...stored })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'invite_id', 'channel']).doUpdateSet(stored))
    .execute()
  return code
}

/** 24 characters of 30: some 117 bits, as hard to guess as a link's token. */
function newInviteCode(): string {
  return Array.from(
    { length: inviteCodeLength },
    () => inviteCodeAlphabet[randomInt(inviteCodeAlphabet.length)] ?? '',
  ).join('')
}

/** Makes every code of an invite unknown. */
export async function deleteInviteCodes(scope: Scope, inviteId: string): Promise<void> {
  await scope.db.deleteFrom('invite_codes').where('invite_id', '=', inviteId).execute()
}
