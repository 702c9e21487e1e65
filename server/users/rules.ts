import { mayEditUsers } from '../../contract/permissions/can.ts'
import type { Permission, UserType } from '../../contract/permissions/permissions.ts'
import { needsGroup, type Obstacle, type UserDetail } from '../../contract/users/managed-user.ts'
import type { Standing } from '../../contract/standing.ts'
import type { ActorScope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import {
  findGroupsInScope,
  findOrganisationInScope,
  findPermissionsOfTypes,
  findUserRow,
  hasOtherAdministrator,
  type UserRow,
} from './repository.ts'

/** Throws `forbidden` for a type that the actor may not grant. */
export async function requireGrantable(scope: ActorScope, userType: UserType): Promise<void> {
  const permissionsOf = await findPermissionsOfTypes(scope)
  if (!grantableTypes(scope.actor, permissionsOf).includes(userType)) throw new Failure('forbidden')
}

/** Actions on a user, each with the obstacles that may prevent it. */
export type UserAction = keyof UserDetail['obstacles']

/**
 * Finds a user in the actor's scope and locks them until the transaction ends. Throws `forbidden` for an actor who may
 * not do this to them, `not-found` for one who does not see them, `stale-version` when a version is given and outdated,
 * and `not-possible` while the account's state does not allow it.
 */
export async function lockUserToChange(
  scope: ActorScope,
  userId: string,
  version: number | undefined,
  action: UserAction,
): Promise<UserRow> {
  const row = found(await findUserRow(scope, userId, { lock: true }))
  const obstacle = obstacleTo(action, scope, row, await findPermissionsOfTypes(scope))
  if (obstacle !== null && isRefusal(obstacle)) throw forbiddenOn(row)
  asSeen(row, version)
  if (obstacle !== null) throw new Failure('not-possible')
  return row
}

/**
 * Throws `last-administrator` when nobody else could log in to manage the tenant once this user is suspended or changes
 * type.
 */
export async function requireOtherAdministrator(scope: ActorScope, { id, user_type }: UserRow): Promise<void> {
  if (user_type === 'tenant' && !(await hasOtherAdministrator(scope, id))) throw new Failure('last-administrator')
}

/** Throws `forbidden` when the actor may not move this user to another place or type. */
export function requireMovable(scope: ActorScope, row: UserRow, permissionsOf: PermissionsOfTypes): void {
  if (obstacleTo('move', scope, row, permissionsOf) !== null) throw forbiddenOn(row)
}

/**
 * Returns what prevents the actor from this action on that user, or null. The user's rank is checked before the
 * account's state. Nobody may move, suspend or reset themselves, because they could lock themselves out or rise. A
 * patient's place is that of their invite.
 */
export function obstacleTo(
  action: UserAction,
  { actor, tenant }: ActorScope,
  row: Pick<UserRow, 'id' | 'user_type' | 'status' | 'is_set_up'>,
  permissionsOf: PermissionsOfTypes,
): Obstacle | null {
  if (!mayEditUsers({ ...actor, features: tenant.features })) return 'forbidden'
  if (!mayChange(actor, row.user_type, permissionsOf)) return 'forbidden'
  if (row.id === actor.id && action !== 'edit' && action !== 'resendInvitation') return 'self'
  switch (action) {
    case 'edit':
    case 'suspend':
    case 'endSessions':
      return null
    case 'move':
    case 'changeType':
      return row.user_type === 'patient' ? 'patient' : null
    case 'resetPassword':
      if (row.status !== 'active') return 'suspended'
      return row.is_set_up ? null : 'no-password'
    case 'resendInvitation':
      if (row.is_set_up) return 'has-password'
      return row.status === 'active' ? null : 'suspended'
  }
}

/** True for obstacles that concern the user and not the state of their account; these are refusals. */
function isRefusal(obstacle: Obstacle): boolean {
  return obstacle === 'forbidden' || obstacle === 'self' || obstacle === 'patient'
}

/** Builds the failure for an actor who may not do this to that user. */
export function forbiddenOn({ id }: UserRow): Failure {
  return new Failure('forbidden', { resource: { resourceType: 'user', resourceId: id } })
}

/** A user's type, and the places where they work. */
export interface Placement {
  userType: UserType
  organisationId: string | null
  groupIds: readonly string[]
}

/**
 * Throws `validation` at the field for an organisation or groups that are missing, suspended, out of the actor's scope,
 * or do not belong to each other or to the type. A user may stay in a suspended one where they were `before`.
 */
export async function requireSoundPlacement(
  scope: ActorScope,
  { userType, organisationId, groupIds }: Placement,
  before?: Placement,
): Promise<void> {
  if (userType === 'tenant') {
    if (organisationId !== null) throw invalid('organisationId', 'unknownReference')
    if (groupIds.length > 0) throw invalid('groupIds', 'unknownReference')
    return
  }
  if (organisationId === null) throw invalid('organisationId', 'required')
  const organisation = await findOrganisationInScope(scope, organisationId)
  if (!isOpen(organisation, before?.organisationId === organisationId)) {
    throw invalid('organisationId', 'unknownReference')
  }
  if (needsGroup(userType) && groupIds.length === 0) throw invalid('groupIds', 'required')
  const found = new Map((await findGroupsInScope(scope, organisationId, groupIds)).map((group) => [group.id, group]))
  if (!groupIds.every((id) => isOpen(found.get(id), before?.groupIds.includes(id) ?? false))) {
    throw invalid('groupIds', 'unknownReference')
  }
}

function isOpen(place: { status: Standing } | undefined, isTheirs: boolean): boolean {
  return place !== undefined && (place.status === 'active' || isTheirs)
}

export function isSamePlacement(a: Placement, b: Placement): boolean {
  return (
    a.userType === b.userType &&
    a.organisationId === b.organisationId &&
    without(a.groupIds, b.groupIds).length === 0 &&
    without(b.groupIds, a.groupIds).length === 0
  )
}

/** Returns the ids that are only in the first list. */
export function without(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id))
}

/**
 * The types that each type may grant: none that sees more than it does itself. Nobody grants `patient`, who are invited
 * or register, nor `unlimited`, who belong to the operator.
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

/** The type and permissions of the granting user. */
interface Granter {
  userType: UserType
  permissions: readonly Permission[]
}

/** The tenant's permissions by type. */
export type PermissionsOfTypes = ReadonlyMap<UserType, readonly Permission[]>

/**
 * Lists the types that somebody may grant: by rank, and only types without permissions that the granter lacks. A
 * granter who may change permissions grants every type below their own, even if that can see more.
 */
export function grantableTypes(granter: Granter, permissionsOf: PermissionsOfTypes): UserType[] {
  return grantableBy[granter.userType].filter((type) => mayLookAfter(granter, permissionsOf.get(type)))
}

/** Tells whether somebody may change users of this type: those whom they could grant it, and patients. */
export function mayChange(granter: Granter, userType: UserType, permissionsOf: PermissionsOfTypes): boolean {
  if (userType === 'patient') return mayLookAfter(granter, permissionsOf.get('patient'))
  return grantableTypes(granter, permissionsOf).includes(userType)
}

function mayLookAfter(granter: Granter, wanted: readonly Permission[] = []): boolean {
  const saysWhatAllMayDo = granter.userType === 'tenant' && granter.permissions.includes('edit-own-tenant')
  return saysWhatAllMayDo || holdsAllOf(granter, wanted)
}

function holdsAllOf({ permissions }: Granter, wanted: readonly Permission[]): boolean {
  return wanted.every((permission) => {
    const all = ofAll[permission]
    return permissions.includes(permission) || (all !== undefined && permissions.includes(all))
  })
}

/** The permission to see all of a kind includes seeing one's own (spec §6). */
const ofAll: Partial<Record<Permission, Permission>> = {
  'view-own-user': 'view-users',
  'view-own-org': 'view-orgs',
  'view-own-tenant': 'view-tenants',
  'view-own-group': 'view-groups',
  'view-own-subject': 'view-subjects',
}
