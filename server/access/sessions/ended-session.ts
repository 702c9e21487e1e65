import { sql } from 'kysely'
import type { Scope } from '../scope.ts'
import { sessionHours } from '../../../contract/limits-and-times.ts'

/**
 * Tells whether the session of this cookie ended because its user or their organisation was suspended. The holder of
 * the cookie was logged in and may know this; any other cookie gets the reply for an unknown one.
 */
export async function wasSuspended({ db, tenant }: Scope, tokenHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'))
    .leftJoin('organisations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'u.tenant_id').onRef('o.id', '=', 'u.organisation_id'),
    )
    .where('s.tenant_id', '=', tenant.id)
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', sql<Date>`now() - make_interval(hours => ${sessionHours})`)
    .where('s.last_seen_at', '>', sql<Date>`least(s.expires_at, now()) - make_interval(mins => t.session_idle_minutes)`)
    .where((eb) => eb.or([eb('u.status', '=', 'suspended'), eb('o.status', '=', 'suspended')]))
    .select('s.id')
    .executeTakeFirst()
  return found !== undefined
}
