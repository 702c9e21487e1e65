import { usePlaceName } from '../../lists/place-name.ts'
import type { ChosenPlace } from './places.ts'

/** Names the group of a draft, with its organisation for people who may record in several (`usePlaceName`). */
export function useGroupName(): (draft: ChosenPlace) => string {
  const placeName = usePlaceName()
  return ({ organisation, group }) => {
    if (group === null) return ''
    return organisation === null ? group.name : placeName({ name: group.name, organisation })
  }
}
