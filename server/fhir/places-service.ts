import type { PlaceSearch } from '../../contract/fhir/endpoints.ts'
import type { PlaceType } from '../../contract/fhir/served.ts'
import type { ActorScope } from '../access/scope.ts'
import { seenGroups } from '../groups/service.ts'
import { seenOrganisations } from '../organisations/service.ts'
import { found } from '../platform/failure.ts'
import { rowsAsked } from './asked-ids.ts'
import { locationOf, organizationOf } from './place-resources.ts'
import { countPlaceRows, findPlaceRow, listPlaceRows } from './places-repository.ts'
import type { Found, Total } from './searching.ts'

const kinds = {
  Organization: { write: organizationOf, only: undefined },
  Location: { write: locationOf, only: 'groups' },
} as const

/** Reads a page of the places that match a search. */
async function findPlaces(scope: ActorScope, type: PlaceType, query: PlaceSearch): Promise<Found> {
  const { write, only } = kinds[type]
  const { _count, _sort, cursor } = query
  const asked = { only, per_page: _count, cursor, sort: _sort === '-_id' ? '-id' : 'id' } as const
  const { items, page } = await listPlaceRows(scope, seenBy(scope), filterOf(query), asked)
  return {
    resources: items.map((row) => write(row)),
    next: page.next === null ? null : { cursor: page.next },
    total: page.totalIsCapped ? undefined : page.total,
  }
}

export function placesAs(type: PlaceType) {
  return {
    find: (scope: ActorScope, query: PlaceSearch) => findPlaces(scope, type, query),
    count: async (scope: ActorScope, query: PlaceSearch): Promise<Total> => ({
      total: await countPlaceRows(scope, seenBy(scope), filterOf(query), kinds[type].only),
    }),
  }
}

function filterOf({ _id, _lastUpdated, name }: PlaceSearch) {
  return {
    ...rowsAsked(_id),
    ...(_lastUpdated !== undefined && { changed: _lastUpdated }),
    ...(name !== undefined && { names: name }),
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
