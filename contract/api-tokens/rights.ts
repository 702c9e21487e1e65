import { cellOf, isServed } from '../permissions/matrix.ts'
import type { Permission } from '../permissions/permissions.ts'

/**
 * The permissions that a token may have. Settings, places, accounts and what each user type may do are left to people.
 * Each of them needs endpoints with `forTokens`.
 */
export const tokenPermissions = [
  'view-orgs',
  'view-groups',
  'view-tests',
  'view-subjects',
  'view-invites',
  'view-audit',
  'create-tests',
  'correct-tests',
  'export-tests',
  'invite-patients',
] as const satisfies readonly Permission[]
export type TokenPermission = (typeof tokenPermissions)[number]

/** What a token reaches: the whole tenant, one organisation, or groups of one. */
export interface Reach {
  organisationId: string | null
  groupIds: readonly string[]
}

/** The user type whose scope a token with this reach has. */
export function typeOfReach({ organisationId, groupIds }: Reach): 'tenant' | 'organisation' | 'group' {
  if (organisationId === null) return 'tenant'
  return groupIds.length === 0 ? 'organisation' : 'group'
}

/** Why a token with this reach cannot have these permissions; undefined if it can. */
export function faultOfToken(
  permissions: readonly TokenPermission[],
  reach: Reach,
): 'permissionBeyond' | 'permissionNeeds' | undefined {
  const type = typeOfReach(reach)
  if (permissions.some((permission) => cellOf(type, permission) === 'beyond')) return 'permissionBeyond'
  return permissions.every((permission) => isServed(permission, permissions)) ? undefined : 'permissionNeeds'
}
