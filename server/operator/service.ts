import type { Query, Reply } from '../../contract/endpoint.ts'
import type { listTenants as listEndpoint, TenantFacts } from '../../contract/operator/endpoints.ts'
import type { NewTenant } from '../../contract/tenants/new-tenant.ts'
import { recordDone } from '../access/audit/audit.ts'
import { standingAction } from '../access/changing/changes.ts'
import { actInside, findOwnName, insideNewTenant, insideTenant, makeKnown } from '../access/door/other-tenant.ts'
import type { ActorScope } from '../access/scope.ts'
import { found } from '../platform/failure.ts'
import { countOpenSessionsOfTenant, endSessionsOfTenant } from '../session/service.ts'
import { changeOf, setTenantStanding, type TenantStanding } from '../tenants/service.ts'
import { endEntries } from './entry-repository.ts'
import { getEntryWay } from './entry-service.ts'
import { foundTenant, newTenantOf } from './founding-service.ts'
import { findTenantFigures, findTenantRow, listTenantRows } from './repository.ts'

/** Lists every tenant but the operator's own. The list is empty for anybody who is not an operator. */
export async function listTenants(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listTenantRows(scope, query)
  const figures = await figuresOf(
    scope,
    items.map(({ id }) => id),
  )
  return { data: items.map((row) => listItem(row, figures(row.id))), page }
}

/** Throws `not-found`, also for the operator's own tenant. */
export async function getTenantFacts(scope: ActorScope, tenantId: string): Promise<TenantFacts> {
  const row = found(await findTenantRow(scope, tenantId))
  const figures = await figuresOf(scope, [tenantId])
  const { openSessions, entryWay } = await insideTenant(scope, tenantId, async (inside) => ({
    openSessions: await countOpenSessionsOfTenant(inside),
    entryWay: await getEntryWay(inside),
  }))
  return {
    ...listItem(row, figures(tenantId)),
    statusDetails: row.status_details,
    kind: row.kind,
    defaultLanguage: row.default_language,
    countries: row.countries,
    openSessions,
    entryWay,
    version: row.version,
  }
}

/**
 * Founds a tenant with this id and invites its first administrator by mail. Throws `duplicate` at the slug, and `forbidden` for
 * anybody who is not an operator.
 */
export async function createTenant(scope: ActorScope, form: NewTenant, id: string): Promise<TenantFacts> {
  const founded = { ...newTenantOf(form), id }
  const name = await findOwnName(scope)
  await insideNewTenant(scope, founded, async (inside) => {
    await foundTenant(inside, form, 'mail')
    await makeKnown(inside, name)
  })
  await recordDone(scope, 'tenant.created', id)
  return getTenantFacts(scope, id)
}

/**
 * Suspends a tenant, which logs everybody out at once, or reactivates it; does nothing when it is already so. Both
 * audit trails record it. Throws `not-found`, and `stale-version` when a version is given and outdated.
 */
export async function setStandingOfTenant(
  scope: ActorScope,
  tenantId: string,
  { version, ...to }: TenantStanding & { version: number | undefined },
): Promise<TenantFacts> {
  const from = await actInside(scope, tenantId, async (inside) => {
    const before = await setTenantStanding(inside, to, version)
    if (before !== undefined && to.status === 'suspended') {
      await endSessionsOfTenant(inside)
      await endEntries(inside, 'all', null)
    }
    return before
  })
  if (from !== undefined) await recordDone(scope, standingAction('tenant', to.status), tenantId, changeOf(from, to))
  return getTenantFacts(scope, tenantId)
}

/** Throws `not-found` for a tenant that the actor does not see. */
export async function requireSeen(scope: ActorScope, tenantId: string): Promise<void> {
  found(await findTenantRow(scope, tenantId))
}

type Row = NonNullable<Awaited<ReturnType<typeof findTenantRow>>>
type Figures = TenantFacts['figures']

async function figuresOf(scope: ActorScope, tenantIds: readonly string[]): Promise<(id: string) => Figures> {
  // Outside the operator's tenant the directory is empty, and the function that counts must not be called.
  const figures = tenantIds.length === 0 ? undefined : await findTenantFigures(scope, tenantIds)
  return (id) => figures?.get(id) ?? { users: 0, organisations: 0, tests: 0 }
}

function listItem({ id, name, slug, status, product_name, created_at }: Row, figures: Figures) {
  return { id, name, slug, status, productName: product_name, figures, createdAt: created_at.toISOString() }
}
