import { can } from '../../contract/permissions/can.ts'
import { History } from '../lists/history.tsx'
import { LatestTests, UsersOf } from '../lists/place-parts.tsx'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { groupHistoryQuery } from './group-queries.ts'

interface Props {
  groupId: string
  /** Of the headings. */
  level: 2 | 3
}

/** The users of a group, its latest tests, and its history, each for whoever may see it. */
export function GroupLists({ groupId: id, level }: Props) {
  const t = useT()
  const holder = useHolder()
  return (
    <>
      {can(holder, 'view-users') && <UsersOf level={level} place={{ group: id }} />}
      {can(holder, 'view-tests') && <LatestTests level={level} place={{ group: id }} />}
      {can(holder, 'view-audit') && (
        <History
          level={level}
          query={(cursor) => groupHistoryQuery(id, cursor)}
          labels={{ location: t('places:location') }}
        />
      )}
    </>
  )
}
