import { Link } from '@tanstack/react-router'
import { can } from '../../contract/permissions/can.ts'
import { groupsOfQuery } from '../groups/queries.ts'
import { History } from '../lists/history.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { LatestTests, UsersOf } from '../lists/place-parts.tsx'
import { StandingBadge } from '../lists/standing.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { organisationHistoryQuery } from './organisation-queries.ts'

interface Props {
  organisationId: string
  level: 2 | 3
}

/** The groups and users of an organisation, its latest tests, and its history, each for whoever may see it. */
export function OrganisationLists({ organisationId: id, level }: Props) {
  const t = useT()
  const holder = useHolder()
  return (
    <>
      {can(holder, ['view-groups', 'view-own-group']) && <Groups organisationId={id} level={level} />}
      {can(holder, 'view-users') && <UsersOf level={level} place={{ organisation: id }} />}
      {can(holder, 'view-tests') && <LatestTests level={level} place={{ organisation: id }} />}
      {can(holder, 'view-audit') && (
        <History
          level={level}
          query={(cursor) => organisationHistoryQuery(id, cursor)}
          labels={{ location: t('places:location') }}
        />
      )}
    </>
  )
}

function Groups({ organisationId, level }: Props) {
  const t = useT()
  return (
    <PartList
      title={t('places:detail.groups')}
      level={level}
      query={(cursor) => groupsOfQuery(organisationId, cursor)}
      none={t('places:detail.noGroups')}
      row={({ id, name, location, status, figures }) => (
        <PartRow
          main={<Link {...paths.group(id, { crumb: name })}>{name}</Link>}
          second={location}
          end={
            status === 'suspended' ? (
              <StandingBadge status={status} />
            ) : (
              figures?.tests && t('places:tests', { count: figures.tests.total })
            )
          }
        />
      )}
    />
  )
}
