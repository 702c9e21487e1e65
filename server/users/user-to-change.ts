import type { UserType } from '../../contract/permissions/permissions.ts'
import { mayEditUsers } from '../../contract/permissions/can.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'
import { grantableTypes, mayChange, type PermissionsOfTypes } from './grant-rules.ts'
import { findPermissionsOfTypes, findUserRow, type UserRow } from './repository.ts'

/** Throws `forbidden` for whoever sees users and may not edit them. */
export function requireEditor({ actor, tenant }: ActorScope): void {
  if (!mayEditUsers({ ...actor, features: tenant.features })) throw new Failure('forbidden')
}

/** Throws `forbidden` for a type that the actor may not grant. */
export async function requireGrantable(scope: ActorScope, userType: UserType): Promise<void> {
  const permissionsOf: PermissionsOfTypes = await findPermissionsOfTypes(scope)
  if (!grantableTypes(scope.actor, permissionsOf).includes(userType)) throw new Failure('forbidden')
}

/**
 * A user of the actor's scope whom nobody else changes until the transaction ends. Throws `forbidden` for an actor who
 * may not change them, `not-found` for one who does not see them, and `stale-version` when a version was said and is
 * theirs no more.
 */
export async function lockUserToChange(
  scope: ActorScope,
  userId: string,
  version: number | undefined,
): Promise<UserRow> {
  requireEditor(scope)
  const row = await findUserRow(scope, userId, { lock: true })
  if (row === undefined) throw new Failure('not-found')
  const permissionsOf = await findPermissionsOfTypes(scope)
  if (!mayChange(scope.actor, row.user_type, permissionsOf)) throw forbiddenOn(row)
  if (version !== undefined && row.version !== version) throw new Failure('stale-version')
  return row
}

/** Throws `forbidden` for what nobody does to themselves: they would lock themselves out, or rise. */
export function requireSomebodyElse({ actor }: ActorScope, row: UserRow): void {
  if (row.id === actor.id) throw forbiddenOn(row)
}

/** Nobody does this to that user. */
export function forbiddenOn({ id }: UserRow): Failure {
  return new Failure('forbidden', { resource: { resourceType: 'user', resourceId: id } })
}
