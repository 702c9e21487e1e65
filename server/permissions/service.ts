import {
  differences,
  faultOf,
  inOrder,
  tenantTypes,
  type Matrix,
  type TenantType,
} from '../../contract/permissions/matrix.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import type { TenantPermissions, WantedPermissions } from '../../contract/permissions/endpoints.ts'
import { makeChange } from '../access/changing/changes.ts'
import type { Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { invalid } from '../platform/failure.ts'
import { endSessionsOfTypes } from '../session/service.ts'
import { noteChange } from '../tenants/service.ts'
import { countPeople, listHeld, updateHeld } from './repository.ts'

/** Returns the permissions of each user type of the scope's tenant, with the number of people of that type. */
export async function getPermissions(scope: Scope): Promise<TenantPermissions> {
  const [{ types, version }, people] = await Promise.all([heldNow(scope), countPeople(scope)])
  const counts = new Map(people.map(({ user_type, count }) => [user_type, count]))
  return { id: scope.tenant.id, types, people: ofEach((type) => counts.get(type) ?? 0), version }
}

/**
 * Changes the permissions of user types of the scope's tenant from the next request on, in every process. Equal
 * permissions leave no trace. Users who may no longer use the web app are logged out. Throws `stale-version`, and
 * `validation` at the type when it lacks a required permission or has an impossible one.
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
  const only = (matrix: Matrix) => Object.fromEntries(concerned.map((type) => [type, matrix[type]]))
  const change = { id: scope.tenant.id, from: only(before), to: only(after) }
  await makeChange(scope, 'tenant.permissions-changed', change, async () => {
    for (const type of concerned) {
      const fault = faultOf(type, after[type])
      if (fault !== undefined) throw invalid(type, fault)
    }
    for (const type of concerned) await updateHeld(scope, { type, permissions: after[type] })
    await noteChange(scope)
    const shutOut = changes.filter(({ permission, isHeld }) => permission === 'login-dashboard' && !isHeld)
    if (shutOut.length === 0) return
    await endSessionsOfTypes(
      scope,
      shutOut.map(({ type }) => type),
    )
  })
  return getPermissions(scope)
}

/**
 * The version of the whole is the sum of the types' versions, which grows with every change because no type is ever
 * removed.
 */
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
  // The entries cover every type of the list.
  return Object.fromEntries(tenantTypes.map((type) => [type, valueOf(type)])) as Record<TenantType, T>
}
