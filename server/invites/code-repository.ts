import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { hashToken } from '../access/tokens.ts'

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
      updated_at: sql<Date>`now()`,
      version: sql<number>`i.version + 1`,
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
