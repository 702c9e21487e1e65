import { usePlaceName } from '../../lists/place-name.ts'
import type { ChosenPlace } from './places.ts'

/** What the group of a draft is called: with its organisation for whoever may record in several, as `usePlaceName` says. */
export function useGroupName(): (draft: ChosenPlace) => string {
  const placeName = usePlaceName()
  return ({ organisation, group }) => {
    if (group === null) return ''
    return organisation === null ? group.name : placeName({ name: group.name, organisation })
  }
}
