import { listGroupHistory, type Group } from '../../contract/groups/endpoints.ts'
import { can } from '../../contract/permissions/can.ts'
import type { Country } from '../../contract/rules/countries.ts'
import { usStateNames, type UsState } from '../../contract/rules/us-states.ts'
import { PlaceStanding } from '../editing/place-standing.tsx'
import { PlaceLists } from '../lists/place-parts.tsx'
import { useHolder } from '../session/queries.ts'
import { countryName } from '../ui/country-options.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { groupStanding } from './group-queries.ts'

interface Props {
  group: Group
  level: 2 | 3
}

export function GroupLists({ group, level }: Props) {
  const t = useT()
  const locale = useLocale()
  const { id, figures } = group
  return (
    <>
      {can(useHolder(), 'edit-groups') && (
        <PlaceStanding
          words="groups"
          place={group}
          affected={typeof figures?.users === 'number' ? [t('places:users.affected', { count: figures.users })] : []}
          standing={groupStanding}
          level={level}
        />
      )}
      <PlaceLists
        place={{ group: id }}
        history={listGroupHistory}
        words={{
          twoReaders: (code) => t(code === 'true' ? 'groups:yes' : 'groups:no'),
          // The audit trail stores valid countries only.
          'labAddress.country': (code) => countryName(code as Country, locale),
          'labAddress.state': (code) => usStateNames[code as UsState],
        }}
        level={level}
      />
    </>
  )
}
