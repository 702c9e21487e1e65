import { useUser } from '../session/queries.ts'

interface Named {
  name: string
}

/** A group that says which organisation it is of. */
interface Placed extends Named {
  organisation: Named
}

/**
 * What groups are called. Those of several organisations may have the same name, so the organisation is named, too; not to whoever
 * belongs to one themselves, and sees no other.
 */
export function usePlaceName(): (group: Placed) => string {
  const isOfOne = useUser().organisation !== null
  return ({ name, organisation }) => (isOfOne ? name : `${name}, ${organisation.name}`)
}

interface Choice extends Named {
  id: string
  organisationId: string
  organisationName: string
}

/** Groups to choose from, each by a name that no other has: where they are all that there are and of one organisation, by their own. */
export function namedApart(groups: readonly Choice[], hasMore: boolean): { id: string; name: string }[] {
  const isOfOne = !hasMore && groups.every(({ organisationId }) => organisationId === groups[0]?.organisationId)
  return groups.map(({ id, name, organisationName }) => ({ id, name: isOfOne ? name : `${name}, ${organisationName}` }))
}
