import { inActorScope, organisationInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/** Whether an organisation is there for the actor. */
export async function isOrganisationInScope(scope: ActorScope, organisationId: string): Promise<boolean> {
  const found = await scope.db
    .selectFrom('organisations as o')
    .where('o.id', '=', organisationId)
    .where(organisationInActorScope(scope, 'o.id'))
    .select('o.id')
    .executeTakeFirst()
  return found !== undefined
}

/** Those of the groups that are there for the actor, in this organisation. */
export async function findGroupsInScope(
  scope: ActorScope,
  organisationId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  if (groupIds.length === 0) return []
  const found = await scope.db
    .selectFrom('groups as g')
    .where('g.organisation_id', '=', organisationId)
    .where('g.id', 'in', groupIds)
    .where(inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }))
    .select('g.id')
    .execute()
  return found.map(({ id }) => id)
}
