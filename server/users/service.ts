import type { Query, Reply } from '../../contract/endpoint.ts'
import { can, mayEditUsers } from '../../contract/permissions/can.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import type { listUserTypes as typesEndpoint, listUsers as listEndpoint } from '../../contract/users/reading.ts'
import type { ManagedUser, NewUser, UserChange, UserDetail } from '../../contract/users/managed-user.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { insertStaff, moveBetweenGroups, updateAccount } from '../accounts/service.ts'
import { queueMessage } from '../messages/service.ts'
import { duplicate, found } from '../platform/failure.ts'
import { wordsIn } from '../platform/phrases.ts'
import { endSessionsOf, openSessionsOf } from '../session/service.ts'
import { countRecordedBy } from '../test-records/service.ts'
import { listUserRows } from './list-repository.ts'
import {
  countGroupsOf,
  findOrganisationInScope,
  findPermissionsOfTypes,
  findUserRow,
  type UserRow,
} from './repository.ts'
import {
  forbiddenOn,
  grantableTypes,
  isSamePlacement,
  lockUserToChange,
  obstacleTo,
  requireGrantable,
  requireMovable,
  requireOtherAdministrator,
  requireSoundPlacement,
  without,
  type Placement,
  type UserAction,
} from './rules.ts'

export { requireSoundPlacement } from './rules.ts'

export async function listUsers(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listUserRows(scope, query)
  return { data: items.map((row) => toManagedUser(scope, row)), page }
}

/**
 * Throws `not-found`, also for a user whom the actor may not see. Without permission to see users, actors may still see
 * themselves (spec §6).
 */
export async function getUser(scope: ActorScope, userId: string): Promise<UserDetail> {
  const seesAll = holds(scope, 'view-users')
  const orSelf = holds(scope, 'view-own-user')
  const row = seesAll || userId === scope.actor.id ? await findUserRow(scope, userId, { orSelf }) : undefined
  return await detailOf(scope, found(row))
}

/** Throws `not-found` for a user who is not in the actor's scope. */
export async function requireSeen(scope: ActorScope, userId: string): Promise<void> {
  found(await findUserRow(scope, userId))
}

/** Builds the details of a user, with what the actor may do to them. */
export async function detailOf(scope: ActorScope, row: UserRow): Promise<UserDetail> {
  const permissionsOf = await findPermissionsOfTypes(scope)
  const obstacle = (action: UserAction) => obstacleTo(action, scope, row, permissionsOf)
  const mayEdit = obstacle('edit') === null
  const sessions = mayEdit ? await openSessionsOf(scope, row.id) : null
  const isElsewhere = obstacle('changeType') === null && (await countGroupsOf(scope, row.id)) > row.groups.length
  return {
    ...toManagedUser(scope, row),
    pendingEmail: row.pending_email,
    sessions,
    testsRecorded: holds(scope, 'view-tests') ? await countRecordedBy(scope, row.id) : null,
    obstacles: {
      edit: obstacle('edit'),
      move: obstacle('move'),
      changeType: isElsewhere ? 'other-groups' : obstacle('changeType'),
      suspend: obstacle('suspend'),
      resetPassword: obstacle('resetPassword'),
      resendInvitation: obstacle('resendInvitation'),
      endSessions: obstacle('endSessions') ?? (sessions?.count === 0 ? 'no-session' : null),
    },
  }
}

function holds({ actor, tenant }: ActorScope, permission: Permission): boolean {
  return can({ ...actor, features: tenant.features }, permission)
}

/**
 * Lists the types that the actor may grant, with names in the requested language; empty for actors who may not edit
 * users.
 */
export async function listUserTypes(
  scope: ActorScope,
  { lang, organisation_id }: Query<typeof typesEndpoint>,
): Promise<Reply<typeof typesEndpoint>['data']> {
  const { actor, tenant } = scope
  if (!mayEditUsers({ ...actor, features: tenant.features })) return []
  if (organisation_id !== undefined && (await findOrganisationInScope(scope, organisation_id)) === undefined) {
    return []
  }
  const types = grantableTypes(actor, await findPermissionsOfTypes(scope))
  return types
    .filter((type) => organisation_id === undefined || type !== 'tenant')
    .map((value) => ({ value, displayValue: wordsIn(lang)(`userTypes:${value}`) }))
}

/** Adds a member of staff with this id and sends their invitation. Throws `forbidden`, `validation` and `duplicate`. */
export async function createUser(scope: ActorScope, form: NewUser, id: string): Promise<UserDetail> {
  const placement = placementOf(form)
  await requireGrantable(scope, form.userType)
  await requireSoundPlacement(scope, placement)
  if (!(await insertStaff(scope, id, form))) throw duplicate('email', 'emailRegistered')
  await moveBetweenGroups(scope, id, { from: [], to: placement.groupIds })
  await recordDone(scope, 'user.invited', id, placement)
  await queueMessage(scope, {
    template: 'staff-invitation',
    user: { id, email: form.email, lang: form.lang },
    beyond: 'refuse',
  })
  return getUser(scope, id)
}

/** Changes a user. Equal values leave no trace. Throws `forbidden`, `not-found`, `stale-version` and `validation`. */
export async function updateUser(
  scope: ActorScope,
  userId: string,
  version: number,
  form: UserChange,
): Promise<UserDetail> {
  const row = await lockUserToChange(scope, userId, version, 'edit')
  const [before, after] = [placementOfRow(row), placementOf(form)]
  const isMoved = !isSamePlacement(before, after)
  if (isMoved) await requireMayMove(scope, row, after)
  const isRenamed = form.fullName !== row.full_name
  if (!isMoved && !isRenamed && form.lang === row.lang) return await detailOf(scope, row)
  await updateAccount(scope, userId, {
    full_name: form.fullName,
    user_type: form.userType,
    organisation_id: form.organisationId,
    lang: form.lang,
  })
  await moveBetweenGroups(scope, userId, {
    from: without(before.groupIds, after.groupIds),
    to: without(after.groupIds, before.groupIds),
  })
  // A change of place takes effect with each request without disturbing a recording, but a change of type needs another
  // interface, so it ends the sessions.
  if (before.userType !== after.userType) await endSessionsOf(scope, userId)
  await recordDone(scope, 'user.changed', userId, {
    from: { ...before, lang: row.lang },
    to: { ...after, lang: form.lang },
    isRenamed,
  })
  return getUser(scope, userId)
}

/**
 * Throws `forbidden` when the actor may not change the type or place: of themselves, of a patient, whose place is that
 * of their invite, to a type that they may not grant, or with groups that they do not see.
 */
async function requireMayMove(scope: ActorScope, row: UserRow, to: Placement): Promise<void> {
  requireMovable(scope, row, await findPermissionsOfTypes(scope))
  if (row.user_type !== to.userType) {
    await requireOtherAdministrator(scope, row)
    await requireGrantable(scope, to.userType)
    if ((await countGroupsOf(scope, row.id)) > row.groups.length) throw forbiddenOn(row)
  }
  await requireSoundPlacement(scope, to, placementOfRow(row))
}

function placementOf({ userType, organisationId, groupIds }: UserChange): Placement {
  return { userType, organisationId, groupIds: [...new Set(groupIds)] }
}

function placementOfRow({ user_type, organisation_id, groups }: UserRow): Placement {
  return { userType: user_type, organisationId: organisation_id, groupIds: groups.map(({ id }) => id) }
}

/** Builds a user for lists. */
function toManagedUser({ locale }: Scope, row: Omit<UserRow, 'pending_email'>): ManagedUser {
  return {
    id: row.id,
    email: row.email,
    fullName: row.full_name,
    userType: { name: row.user_type, displayName: wordsIn(locale)(`userTypes:${row.user_type}`) },
    organisation: row.organisation_id === null ? null : { id: row.organisation_id, name: row.organisation_name ?? '' },
    groups: row.groups.map(({ id, name, organisationId }) => ({ id, name, organisationId })),
    lang: row.lang,
    status: row.status,
    state: row.state,
    emailVerification: row.email_verified_at === null ? 'unverified' : 'verified',
    isSetUp: row.is_set_up,
    lastLogin: row.last_login_at?.toISOString() ?? null,
    invitedBy: row.invited_by_name,
    invitedWhen: row.invited_at?.toISOString() ?? null,
    version: row.version,
  }
}
