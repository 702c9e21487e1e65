import { sql } from 'kysely'
import { recordAudit } from './audit.ts'
import type { Scope } from './scope.ts'

/** Refused attempts of one person that have an event of their own within an hour: a loop of them must not bury the trail. */
export const mostRefusalsAnHour = 200

/** An hour, as SQL. */
const hour = sql`interval '1 hour'`

/**
 * Counts a refused attempt of the actor, and answers whether it has an event of its own. Of those beyond, the trail says how
 * many there were: at once at the first, the tenth, the hundredth and so on, and in all when the hour is over.
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

/** Says in the trail how many attempts were refused beyond those that it shows, of hours that are over: of one person or all, at most so many. */
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
