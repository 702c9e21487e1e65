import type { AuditAction } from '../../contract/audit/actions.ts'
import { Failure, found } from '../platform/failure.ts'
import { recordAudit } from './audit.ts'
import type { ActorScope, Scope, Tenant } from './scope.ts'

/**
 * Works inside another tenant, within the transaction of an operator's request: what is written in both is one commit, or
 * none. For the operator's tenant alone. Nothing else of the request may be under way meanwhile. Throws `not-found` for a tenant that there is not, and
 * for the operator's own.
 */
export async function insideTenant<T, S extends Scope>(
  scope: S,
  tenantId: string,
  work: (inside: S) => Promise<T>,
): Promise<T> {
  return await inside(scope, tenantId, async (tenant, scopeOf) => {
    if (tenantId === scope.tenant.id) throw new Failure('not-found')
    return await work(scopeOf(found(tenant)))
  })
}

/** The same inside a tenant that this work founds, and that is not there before. */
export async function insideNewTenant<T>(
  scope: ActorScope,
  tenant: Tenant,
  work: (inside: ActorScope) => Promise<T>,
): Promise<T> {
  return await inside(scope, tenant.id, async (_, scopeOf) => await work(scopeOf(tenant)))
}

/**
 * Changes something inside a tenant, as `insideTenant` does, and tells it what the operator is called, so that its audit trail can
 * say who it was.
 */
export async function actInside<T>(
  scope: ActorScope,
  tenantId: string,
  work: (inside: ActorScope) => Promise<T>,
): Promise<T> {
  if (!scope.tenant.isOperator) throw new Failure('not-found')
  const name = await findOwnName(scope)
  return await insideTenant(scope, tenantId, async (inside) => {
    await makeKnown(inside, name)
    return await work(inside)
  })
}

/** Whoever is of a tenant sees that one alone: any other is as good as missing. An operator sees each. */
export async function ofTenant<T>(
  scope: ActorScope,
  tenantId: string,
  work: (one: ActorScope) => Promise<T>,
): Promise<T> {
  if (tenantId === scope.tenant.id) return await work(scope)
  if (!scope.tenant.isOperator) throw new Failure('not-found')
  return await insideTenant(scope, tenantId, work)
}

/**
 * The same for a change of what the caller saw as `version`. What an operator changes is in both audit trails; what it was and
 * is, in the tenant's alone.
 */
export async function changeOfTenant<Item extends { version: number }>(
  scope: ActorScope,
  tenantId: string,
  { action, version }: { action: AuditAction; version: number },
  change: (one: ActorScope) => Promise<Item>,
): Promise<Item> {
  if (tenantId === scope.tenant.id) return await change(scope)
  const changed = await actInside(scope, tenantId, change)
  if (changed.version !== version) {
    await recordAudit(scope, { action, resourceType: 'tenant', resourceId: tenantId })
  }
  return changed
}

/** What the actor, who is a user of the scope's tenant, is called. */
export async function findOwnName({ db, actor }: ActorScope): Promise<string> {
  const { full_name } = await db
    .selectFrom('users')
    .where('id', '=', actor.id)
    .select('full_name')
    .executeTakeFirstOrThrow()
  return full_name
}

/** Tells the tenant of the scope what an operator is called. */
export async function makeKnown({ db, tenant, actor }: ActorScope, fullName: string): Promise<void> {
  await db
    .insertInto('known_operators')
    .values({ tenant_id: tenant.id, id: actor.id, full_name: fullName })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ full_name: fullName }))
    .execute()
}

/** Works in the operator's own tenant, where their account is, from inside the records that they have entered. */
export async function atHome<T>(scope: ActorScope, work: (home: ActorScope) => Promise<T>): Promise<T> {
  const { entry } = scope.actor
  if (entry?.state !== 'inside') return await work(scope)
  return await elsewhere(scope, entry.homeTenantId, async (tenant, scopeOf) => await work(scopeOf(found(tenant))))
}

async function inside<T, S extends Scope>(
  scope: S,
  tenantId: string,
  work: (tenant: Tenant | undefined, scopeOf: (tenant: Tenant) => S) => Promise<T>,
): Promise<T> {
  if (!scope.tenant.isOperator) throw new Failure('forbidden')
  return await elsewhere(scope, tenantId, work)
}

async function elsewhere<T, S extends Scope>(
  scope: S,
  tenantId: string,
  work: (tenant: Tenant | undefined, scopeOf: (tenant: Tenant) => S) => Promise<T>,
): Promise<T> {
  const { tenant, ...parts } = await scope.enterOther(tenantId)
  const goBack = () => scope.enterOther(scope.tenant.id)
  try {
    const result = await work(tenant, (entered) => ({ ...scope, ...parts, tenant: entered }))
    await goBack()
    return result
  } catch (error) {
    // Where a statement failed the transaction is over, and nothing is left to go back in.
    await goBack().catch(() => undefined)
    throw error
  }
}
