import { sql } from 'kysely'
import { recordAudit } from './audit.ts'
import type { Scope } from '../scope.ts'

/**
 * The number of refused attempts per person and hour that get an audit event each. A loop of them must not bury the
 * trail.
 */
export const mostRefusalsAnHour = 200

const hour = sql`interval '1 hour'`

/**
 * Counts a refused attempt of the actor, and returns whether it gets an event of its own. Further attempts are summed
 * up in the trail: at the first, tenth, hundredth and so on, and once the hour is over.
 */
export async function countRefusal(scope: Scope, actorId: string): Promise<boolean> {
  await tellOfRefusals(scope, actorId)
  const { rows } = await sql<{ attempts: number }>`
    insert into refusal_counts as c (tenant_id, actor_id, window_started_at, attempts)
    values (${scope.tenant.id}, ${actorId}, ${scope.now}, 1)
    on conflict (tenant_id, actor_id) do update set attempts = c.attempts + 1
    returning attempts
  `.execute(scope.db)
  const more = (rows[0]?.attempts ?? 0) - mostRefusalsAnHour
  if (more <= 0) return true
  if (/^10*$/.test(String(more))) await tell(scope, actorId, more)
  return false
}

/**
 * Writes the number of unshown refusals of finished hours to the trail, for one person or for at most `most` people.
 * Returns how many people that were.
 */
export async function tellOfRefusals(scope: Scope, actorId: string | null = null, most = 1): Promise<number> {
  const { rows } = await sql<{ actor_id: string; attempts: number }>`
    delete from refusal_counts where tenant_id = ${scope.tenant.id} and actor_id = any(array(
      select actor_id from refusal_counts
      where tenant_id = ${scope.tenant.id} and (${actorId}::uuid is null or actor_id = ${actorId}::uuid)
        and window_started_at < now() - ${hour}
      limit ${most} for update
    ))
    returning actor_id, attempts
  `.execute(scope.db)
  for (const { actor_id, attempts } of rows) {
    const more = attempts - mostRefusalsAnHour
    if (more > 0) await tell(scope, actor_id, more)
  }
  return rows.length
}

async function tell(scope: Scope, actorId: string, more: number): Promise<void> {
  await recordAudit(scope, { action: 'audit.refusals-counted', outcome: 'refused', actorId, details: { more } })
}
