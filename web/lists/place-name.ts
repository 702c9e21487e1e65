import { useUser } from '../session/queries.ts'

interface Named {
  name: string
}

interface Placed extends Named {
  organisation: Named
}

/**
 * Returns the display name of a group. Groups of different organisations may share a name, so the organisation is
 * added, except for members of an organisation, who see no other.
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

/**
 * Gives each group to choose from a unique name. The organisation is left out when these are all the groups and they
 * belong to one organisation.
 */
export function namedApart(groups: readonly Choice[], hasMore: boolean): { id: string; name: string }[] {
  const isOfOne = !hasMore && groups.every(({ organisationId }) => organisationId === groups[0]?.organisationId)
  return groups.map(({ id, name, organisationName }) => ({ id, name: isOfOne ? name : `${name}, ${organisationName}` }))
}
