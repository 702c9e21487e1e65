import {
  differences,
  tenantTypes,
  usualMatrix,
  type CellChange,
  type Matrix,
  type TenantType,
} from '../../contract/permissions/matrix.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import type { TenantPermissions } from '../../contract/permissions/endpoints.ts'

/** The permissions within a tenant, in groups. Those about other tenants belong to operators. */
export const permissionGroups = [
  { name: 'access', permissions: ['login-dashboard', 'view-own-user', 'view-own-subject'] },
  { name: 'tests', permissions: ['view-tests', 'create-tests', 'correct-tests', 'export-tests'] },
  { name: 'subjects', permissions: ['view-subjects', 'view-invites', 'invite-patients'] },
  { name: 'people', permissions: ['view-users', 'edit-users'] },
  {
    name: 'places',
    permissions: ['view-own-org', 'view-orgs', 'edit-orgs', 'view-own-group', 'view-groups', 'edit-groups'],
  },
  { name: 'tenant', permissions: ['view-own-tenant', 'edit-own-tenant', 'view-audit'] },
] as const satisfies readonly { name: string; permissions: readonly Permission[] }[]
export type ShownPermission = (typeof permissionGroups)[number]['permissions'][number]

export interface MatrixProps {
  stored: TenantPermissions
  matrix: Matrix
  onSet: (change: CellChange) => void
  onReset: (type: TenantType) => void
}

/** The types whose permissions differ from the defaults. */
export function unusualTypes(matrix: Matrix): TenantType[] {
  const changes = differences(usualMatrix, matrix)
  return tenantTypes.filter((type) => changes.some((change) => change.type === type))
}
