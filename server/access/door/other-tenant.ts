import type { AuditAction } from '../../../contract/audit/event-names.ts'
import { Failure, found } from '../../platform/failure.ts'
import { recordAudit } from '../audit/audit.ts'
import type { ActorScope, Scope, Tenant } from '../scope.ts'

/**
 * Runs work inside another tenant, within the transaction of an operator's request, so that writes in both are one
 * commit. For the operator's tenant alone; nothing else of the request may be under way meanwhile. Throws `not-found`
 * for an unknown tenant and for the operator's own.
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

/**
 * Runs work that founds a tenant inside it, within the transaction of an operator's request, before the tenant has any
 * rows.
 */
export async function insideNewTenant<T>(
  scope: ActorScope,
  tenant: Tenant,
  work: (inside: ActorScope) => Promise<T>,
): Promise<T> {
  return await inside(scope, tenant.id, async (_, scopeOf) => await work(scopeOf(tenant)))
}

/**
 * Runs a change inside a tenant as `insideTenant` does, and stores the operator's name there so that the tenant's audit
 * trail can show it.
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

/**
 * Runs work in the tenant `tenantId`. Members of a tenant reach only their own, and any other id answers `not-found`;
 * an operator reaches every tenant.
 */
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
 * Changes the tenant that the caller saw as `version`. A change by an operator is in both audit trails, but only the
 * tenant's has the old and new values.
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

/** Returns the full name of the actor, who must be a user of the scope's tenant. */
export async function findOwnName({ db, actor }: ActorScope): Promise<string> {
  const { full_name } = await db
    .selectFrom('users')
    .where('id', '=', actor.id)
    .select('full_name')
    .executeTakeFirstOrThrow()
  return full_name
}

/** Stores the name of an operator in the scope's tenant. */
export async function makeKnown({ db, tenant, actor }: ActorScope, fullName: string): Promise<void> {
  await db
    .insertInto('known_operators')
    .values({ tenant_id: tenant.id, id: actor.id, full_name: fullName })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ full_name: fullName }))
    .execute()
}

/** Runs work in the operator's own tenant, where their account is, from inside the records that they have entered. */
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
    // Once a statement has failed, the transaction is over and going back fails as well.
    await goBack().catch(() => undefined)
    throw error
  }
}
