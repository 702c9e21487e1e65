import type { PlaceSearch } from '../../contract/fhir/endpoints.ts'
import type { PlaceType } from '../../contract/fhir/served.ts'
import type { ActorScope } from '../access/scope.ts'
import { seenGroups } from '../groups/service.ts'
import { seenOrganisations } from '../organisations/service.ts'
import { found } from '../platform/failure.ts'
import { rowsAsked } from './asked-ids.ts'
import { locationOf, organizationOf } from './place-resources.ts'
import { findPlaceRow, listPlaceRows } from './places-repository.ts'

const kinds = {
  Organization: { write: organizationOf, only: undefined },
  Location: { write: locationOf, only: 'groups' },
} as const

/** Reads a page of the places that match a search. */
export async function searchPlaces(
  scope: ActorScope,
  type: PlaceType,
  { _id, _lastUpdated, _count, cursor }: PlaceSearch,
) {
  const { write, only } = kinds[type]
  const filter = { ...rowsAsked(_id), ...(_lastUpdated !== undefined && { changed: _lastUpdated }) }
  const { items, page } = await listPlaceRows(scope, seenBy(scope), filter, { only, per_page: _count, cursor })
  return {
    resources: items.map((row) => write(row)),
    next: page.next,
    total: page.totalIsCapped ? undefined : page.total,
  }
}

/** Reads one place. Throws `not-found`. */
export async function readPlace(scope: ActorScope, type: PlaceType, id: string) {
  const { write, only } = kinds[type]
  return write(found(await findPlaceRow(scope, seenBy(scope), id, only)))
}

function seenBy(scope: ActorScope) {
  return { groups: seenGroups(scope), organisations: seenOrganisations(scope) }
}
