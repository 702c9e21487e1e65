import { sql } from 'kysely'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { recordAudit } from '../audit/audit.ts'
import { insideTenant } from './other-tenant.ts'
import { resourceTypeOf } from '../audit/refused-attempts.ts'
import type { ActorScope, Scope } from '../scope.ts'

/** Tells whether an entered operator's call of this endpoint goes to the entered tenant. */
export function isInside({ whenEntered }: Endpoint): boolean {
  return whenEntered === 'read' || whenEntered === 'surroundings'
}

/** Tells whether an operator may call this endpoint, in either tenant, while they have entered a tenant's records. */
export function isOpenToEntered({ whenEntered }: Endpoint): boolean {
  return whenEntered !== undefined
}

/**
 * Writes to the tenant's audit trail what an operator read there, with the names of a list's filters but not their
 * texts.
 */
export async function recordReading(
  scope: ActorScope,
  endpoint: Endpoint,
  request: { params: unknown; query: unknown },
): Promise<void> {
  const { entry } = scope.actor
  if (entry?.state !== 'inside' || endpoint.whenEntered !== 'read') return
  const [resourceId] = Object.values(request.params ?? {}).filter((value) => typeof value === 'string')
  await recordAudit(scope, {
    action: 'tenant.read',
    ...resourceTypeOf(endpoint),
    ...(resourceId !== undefined && { resourceId }),
    details: { endpoint: endpoint.name, entry: entry.id, filters: Object.keys(request.query ?? {}).toSorted() },
  })
}

/** Ends the entry of the actor's session, if there is one, in both tenants. */
export async function leaveEntry(scope: ActorScope): Promise<void> {
  const { entry, id, sessionId } = scope.actor
  if (entry !== null) await leave(scope, { ...entry, operatorId: id, sessionId })
}

/**
 * Selects ending sessions of the scope's tenant: the one of a cookie, all of a user except perhaps one, or those that
 * have expired, idled out or lost their account.
 */
interface EndingSessions {
  tokenHash?: Buffer
  userId?: string
  exceptSessionId?: string | undefined
  areOver?: true
}

/**
 * Ends the entries of ending sessions in both tenants. Must be called before the sessions are deleted, with nothing
 * else of the transaction under way. Only operators have entries.
 */
export async function leaveEntriesOf(
  scope: Scope,
  { tokenHash, userId, exceptSessionId, areOver }: EndingSessions,
): Promise<void> {
  if (!scope.tenant.isOperator) return
  const sessions = await scope.db
    .selectFrom('sessions as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.entry_id', 'is not', null)
    .$if(tokenHash !== undefined, (query) => query.where('s.token_hash', '=', tokenHash ?? Buffer.alloc(0)))
    .$if(userId !== undefined, (query) => query.where('s.user_id', '=', userId ?? ''))
    .$if(exceptSessionId !== undefined, (query) => query.where('s.id', '!=', exceptSessionId ?? ''))
    .$if(areOver === true, (query) =>
      query.where((where) =>
        where.or([
          where('u.status', '!=', 'active'),
          where('s.expires_at', '<=', sql<Date>`now()`),
          where('s.last_seen_at', '<=', sql<Date>`now() - make_interval(mins => t.session_idle_minutes)`),
        ]),
      ),
    )
    .orderBy('s.id')
    .select(['s.id', 's.user_id', 's.entry_id', 's.entered_tenant_id'])
    .execute()
  for (const { id: sessionId, user_id: operatorId, entry_id: id, entered_tenant_id: tenantId } of sessions) {
    if (id !== null && tenantId !== null) await leave(scope, { id, tenantId, operatorId, sessionId })
  }
}

/** An operator's entry that ends, and the session that made it. */
interface Leaving {
  id: string
  tenantId: string
  operatorId: string
  sessionId: string
}

/** Ends an entry in the operator's name, whoever causes it. When two calls end it at once, one of them does. */
async function leave(scope: Scope, { id, tenantId, operatorId, sessionId }: Leaving): Promise<void> {
  const leaving = { action: 'tenant.left', actorId: operatorId, resourceType: 'tenant', resourceId: tenantId } as const
  if (!(await forgetEntry(scope, sessionId, id))) return
  const left = await insideTenant(scope, tenantId, async (inside) => {
    const ended = await inside.db
      .updateTable('operator_entries')
      .set({ left_at: scope.now })
      .where('id', '=', id)
      .where('operator_id', '=', operatorId)
      .where('left_at', 'is', null)
      .where('ends_at', '>', scope.now)
      .returning('id')
      .executeTakeFirst()
    if (ended === undefined) return false
    await recordAudit(inside, { ...leaving, details: { entry: id } })
    return true
  })
  await recordAudit(scope, { ...leaving, details: { entry: id, isOver: !left } })
}

/** Removes an entry from a session. Returns false when the session has another entry or none. */
async function forgetEntry({ db }: Scope, sessionId: string, entryId: string): Promise<boolean> {
  const forgotten = await db
    .updateTable('sessions')
    .set({ entered_tenant_id: null, entry_id: null })
    .where('id', '=', sessionId)
    .where('entry_id', '=', entryId)
    .returning('id')
    .executeTakeFirst()
  return forgotten !== undefined
}

/**
 * Stores an entry in the actor's session. Returns false when it already has one or has ended; of two calls at once, one
 * succeeds.
 */
export async function pointAtEntry(
  { db, actor }: ActorScope,
  entry: { id: string; tenantId: string },
): Promise<boolean> {
  const pointed = await db
    .updateTable('sessions')
    .set({ entered_tenant_id: entry.tenantId, entry_id: entry.id })
    .where('id', '=', actor.sessionId)
    .where('entry_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return pointed !== undefined
}
