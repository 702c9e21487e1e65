import { sql } from 'kysely'
import type { FirstStep } from '../../contract/dashboard/first-steps.ts'
import { usualIdPrefix } from '../../contract/tenants/new-tenant.ts'
import { usualTheme } from '../../contract/tenants/preferences.ts'
import {
  groupInActorScope,
  organisationInActorScope,
  recordInActorScope,
  userInActorScope,
} from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/** A tenant counts as new for this many days, with or without tests. */
const newForDays = 60

/**
 * Finds which steps are done, by comparing the rows in the actor's scope with those that every tenant starts with.
 * Undefined when the actor has hidden the list, and in a tenant that is no longer new. Nothing is counted: each step
 * stops at its first row.
 */
export async function findFirstSteps(scope: ActorScope): Promise<Record<FirstStep, boolean> | undefined> {
  const { db, tenant, actor, now } = scope
  const since = new Date(now.getTime() - newForDays * 24 * 60 * 60 * 1000)
  const hasTest = sql<boolean>`exists (
    select from test_records as r where r.tenant_id = ${tenant.id} and ${recordInActorScope(scope, 'r')})`
  const { rows } = await sql<Record<FirstStep, boolean>>`
    select
      t.theme -> 'web' <> ${JSON.stringify(usualTheme)}::jsonb
        or exists (select from tenant_logos as l where l.tenant_id = ${tenant.id}) as brand,
      t.id_prefix <> ${usualIdPrefix} as "idPrefix",
      -- The first ones came with the tenant.
      exists (select from assays as a where a.tenant_id = ${tenant.id} and (a.version > 1 or a.created_at > t.created_at))
        as assays,
      exists (select from organisations as o
        where o.tenant_id = ${tenant.id} and (o.version > 1 or o.created_at > t.created_at)
          and ${organisationInActorScope(scope, 'o.id')})
        or exists (select from groups as g
          where g.tenant_id = ${tenant.id} and (g.version > 1 or g.created_at > t.created_at)
            and ${groupInActorScope(scope, 'g')}) as places,
      exists (select from users as c
        where c.tenant_id = ${tenant.id} and c.id <> ${actor.id} and c.user_type <> 'patient' and c.status <> 'deleted'
          and ${userInActorScope(scope, 'c')}) as colleagues,
      ${hasTest} as test
    from tenants as t
    join users as me on me.tenant_id = ${tenant.id} and me.id = ${actor.id}
    where t.id = ${tenant.id} and me.first_steps_hidden_at is null and (t.created_at > ${since} or not ${hasTest})
  `.execute(db)
  return rows[0]
}
