import { sql } from 'kysely'
import type { Link } from '../access/link-tokens.ts'
import type { Scope } from '../access/scope.ts'

/**
 * Whether a link's user still waits for their first password and may set it. They stay so until the transaction ends:
 * whoever sets it meanwhile waits.
 */
export async function isInvited(scope: Scope, { userId, email }: Link): Promise<boolean> {
  const found = await scope.db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .leftJoin('organisations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'u.tenant_id').onRef('o.id', '=', 'u.organisation_id'),
    )
    .where('u.id', '=', userId)
    .where('u.email_key', '=', sql<string>`lower(${email}::text)`)
    .where('u.password_hash', 'is', null)
    .where('u.status', '=', 'active')
    .where('t.status', '=', 'active')
    .where(sql<boolean>`coalesce(o.status, 'active') = 'active'`)
    .forNoKeyUpdate('u')
    .select('u.id')
    .executeTakeFirst()
  return found !== undefined
}
