import type { UserType } from '../../contract/permissions/permissions.ts'
import type { ActorScope } from '../access/scope.ts'
import { invalid } from '../platform/failure.ts'
import { needsGroup } from './grant-rules.ts'
import { findGroupsInScope, isOrganisationInScope } from './place-repository.ts'

/** As what and where somebody works. */
export interface Placement {
  userType: UserType
  organisationId: string | null
  groupIds: readonly string[]
}

/**
 * Throws `validation` at the field for an organisation or groups that are missing, out of the actor's scope, or do not
 * belong together or to the type.
 */
export async function requireSoundPlacement(
  scope: ActorScope,
  { userType, organisationId, groupIds }: Placement,
): Promise<void> {
  if (userType === 'tenant') {
    if (organisationId !== null) throw invalid('organisationId', 'unknownReference')
    if (groupIds.length > 0) throw invalid('groupIds', 'unknownReference')
    return
  }
  if (organisationId === null) throw invalid('organisationId', 'required')
  if (!(await isOrganisationInScope(scope, organisationId))) throw invalid('organisationId', 'unknownReference')
  if (needsGroup(userType) && groupIds.length === 0) throw invalid('groupIds', 'required')
  const found = await findGroupsInScope(scope, organisationId, groupIds)
  if (!groupIds.every((id) => found.includes(id))) throw invalid('groupIds', 'unknownReference')
}

export function isSamePlacement(a: Placement, b: Placement): boolean {
  return (
    a.userType === b.userType &&
    a.organisationId === b.organisationId &&
    without(a.groupIds, b.groupIds).length === 0 &&
    without(b.groupIds, a.groupIds).length === 0
  )
}

/** What is in the first list alone. */
export function without(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id))
}
