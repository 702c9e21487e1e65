import { listGroupHistory, type Group } from '../../contract/groups/endpoints.ts'
import { can } from '../../contract/permissions/can.ts'
import { PlaceStanding } from '../editing/place-standing.tsx'
import { PlaceLists } from '../lists/place-parts.tsx'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { groupStanding } from './group-queries.ts'

interface Props {
  group: Group
  level: 2 | 3
}

export function GroupLists({ group, level }: Props) {
  const t = useT()
  const { id, figures } = group
  return (
    <>
      <PlaceLists
        place={{ group: id }}
        history={listGroupHistory}
        words={{ twoReaders: (code) => t(code === 'true' ? 'groups:yes' : 'groups:no') }}
        level={level}
      />
      {can(useHolder(), 'edit-groups') && (
        <PlaceStanding
          words="groups"
          place={group}
          affected={typeof figures?.users === 'number' ? [t('places:users.affected', { count: figures.users })] : []}
          standing={groupStanding}
          level={level}
        />
      )}
    </>
  )
}
