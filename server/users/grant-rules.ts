import type { Permission, UserType } from '../../contract/permissions/permissions.ts'

/**
 * The types that each type may grant: none that sees more than itself. Nobody grants patient, who are invited or register
 * themselves, nor unlimited, who belong to the operator.
 */
const grantableBy: Record<UserType, readonly UserType[]> = {
  unlimited: [],
  tenant: ['tenant', 'organisation', 'group', 'provider', 'clinical'],
  organisation: ['organisation', 'group', 'provider', 'clinical'],
  group: ['group', 'clinical'],
  provider: ['provider', 'clinical'],
  clinical: ['clinical'],
  patient: [],
}

/** Who grants: their type and what they hold. */
interface Granter {
  userType: UserType
  permissions: readonly Permission[]
}

/** What the tenant gives each type. */
export type PermissionsOfTypes = ReadonlyMap<UserType, readonly Permission[]>

/** The types that somebody may grant: by rank, and only those that hold nothing which they do not hold themselves. */
export function grantableTypes(granter: Granter, permissionsOf: PermissionsOfTypes): UserType[] {
  return grantableBy[granter.userType].filter((type) => holdsAllOf(granter, permissionsOf.get(type)))
}

/** Whether somebody may change users of this type: those whom they could grant it, and patients. */
export function mayChange(granter: Granter, userType: UserType, permissionsOf: PermissionsOfTypes): boolean {
  if (userType === 'patient') return holdsAllOf(granter, permissionsOf.get('patient'))
  return grantableTypes(granter, permissionsOf).includes(userType)
}

function holdsAllOf({ permissions }: Granter, wanted: readonly Permission[] = []): boolean {
  return wanted.every((permission) => {
    const all = ofAll[permission]
    return permissions.includes(permission) || (all !== undefined && permissions.includes(all))
  })
}

/** Who may see all of a kind may see their own (spec §6). */
const ofAll: Partial<Record<Permission, Permission>> = {
  'view-own-user': 'view-users',
  'view-own-org': 'view-orgs',
  'view-own-tenant': 'view-tenants',
  'view-own-group': 'view-groups',
  'view-own-subject': 'view-subjects',
}

/** Types whose users see the records of their groups alone. */
export function needsGroup(userType: UserType): boolean {
  return userType === 'group' || userType === 'clinical'
}
