import type { Query, Reply } from '../../contract/endpoint.ts'
import type { listGroups as endpoint } from '../../contract/groups/endpoints.ts'
import type { ActorScope } from '../access/scope.ts'
import { findPlaceOfGroup, listGroupRows } from './repository.ts'

export async function listGroups(scope: ActorScope, query: Query<typeof endpoint>): Promise<Reply<typeof endpoint>> {
  const { items, page } = await listGroupRows(scope, query)
  return {
    data: items.map(({ name_key: _, ...group }) => group),
    page,
  }
}

/** The organisation of an active group in the actor's scope, or what is wrong with the group that was chosen. */
export async function placeOfGroup(
  scope: ActorScope,
  groupId: string,
): Promise<{ organisationId: string } | { problem: 'unknownReference' | 'suspendedPlace' }> {
  const place = await findPlaceOfGroup(scope, groupId)
  if (place === undefined) return { problem: 'unknownReference' }
  return place.is_suspended ? { problem: 'suspendedPlace' } : { organisationId: place.organisation_id }
}
