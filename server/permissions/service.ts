import {
  differences,
  faultOf,
  inOrder,
  tenantTypes,
  type Matrix,
  type TenantType,
} from '../../contract/permissions/matrix.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import type { TenantPermissions, WantedPermissions } from '../../contract/tenants/permissions.ts'
import { recordAudit } from '../access/audit.ts'
import type { Scope } from '../access/scope.ts'
import { asSeen } from '../access/touched.ts'
import { invalid } from '../platform/failure.ts'
import { endSessionsOfTypes } from '../session/service.ts'
import { noteChange } from '../tenants/service.ts'
import { countPeople, listHeld, updateHeld } from './repository.ts'

/** What each user type of the tenant of the scope may do, and how many people that concerns. */
export async function getPermissions(scope: Scope): Promise<TenantPermissions> {
  const [{ types, version }, people] = await Promise.all([heldNow(scope), countPeople(scope)])
  const counts = new Map(people.map(({ user_type, count }) => [user_type, count]))
  return { id: scope.tenant.id, types, people: ofEach((type) => counts.get(type) ?? 0), version }
}

/**
 * Says what each user type of the tenant of the scope may do from the next request on, in every process; what changes
 * nothing leaves no trace. Who may not use the web app any more is logged out. Throws `stale-version`, and `validation` at
 * the type for what it must keep or cannot hold.
 */
export async function changePermissions(
  scope: Scope,
  version: number,
  wanted: WantedPermissions,
): Promise<TenantPermissions> {
  const { types: before } = asSeen(await heldNow(scope, { lock: true }), version)
  const after = ofEach((type) => inOrder(wanted[type] ?? before[type]))
  const changes = differences(before, after)
  const concerned = tenantTypes.filter((type) => changes.some((change) => change.type === type))
  if (concerned.length === 0) return getPermissions(scope)

  for (const type of concerned) {
    const fault = faultOf(type, after[type])
    if (fault !== undefined) throw invalid(type, fault)
  }
  for (const type of concerned) await updateHeld(scope, { type, permissions: after[type] })
  await noteChange(scope)
  const shutOut = changes.filter(({ permission, isHeld }) => permission === 'login-dashboard' && !isHeld)
  if (shutOut.length > 0) {
    await endSessionsOfTypes(
      scope,
      shutOut.map(({ type }) => type),
    )
  }
  const only = (matrix: Matrix) => Object.fromEntries(concerned.map((type) => [type, matrix[type]]))
  await recordAudit(scope, {
    action: 'tenant.permissions-changed',
    resourceType: 'tenant',
    resourceId: scope.tenant.id,
    details: { from: only(before), to: only(after) },
  })
  return getPermissions(scope)
}

/** The version of them all together grows with each change of one: none is ever removed. */
async function heldNow(
  scope: Scope,
  { lock = false } = {},
): Promise<{ types: Record<TenantType, Permission[]>; version: number }> {
  const rows = await listHeld(scope, { lock })
  const held = new Map(rows.map(({ user_type, permissions }) => [user_type, permissions]))
  return {
    types: ofEach((type) => inOrder(held.get(type) ?? [])),
    version: rows.reduce((sum, row) => sum + row.version, 0),
  }
}

function ofEach<T>(valueOf: (type: TenantType) => T): Record<TenantType, T> {
  // Every type is in the list that it is made of.
  return Object.fromEntries(tenantTypes.map((type) => [type, valueOf(type)])) as Record<TenantType, T>
}
