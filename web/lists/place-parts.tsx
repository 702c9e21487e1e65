import { can } from '../../contract/permissions/can.ts'
import { listTestRecords } from '../../contract/test-records/endpoints.ts'
import { subjectName } from '../../contract/subjects/subject.ts'
import { listUsers } from '../../contract/users/reading.ts'
import { queryOf } from '../api/query.ts'
import { paths, type TestRecordsSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { HeldBack } from '../ui/held-back.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { Time } from './cells.tsx'
import { History, type FieldWords, type HistoryEndpoint } from './history.tsx'
import { PartList, PartRow } from './part-list.tsx'

/** An organisation or a group, as search parameters. */
type Place = Pick<TestRecordsSearch, 'organisation' | 'group'>

const asked = ({ organisation, group }: Place, cursor: string | undefined) => ({
  ...(organisation && { organisation_id: organisation }),
  ...(group && { group_id: group }),
  ...(cursor && { cursor }),
})

interface Props {
  place: Place
  level: 2 | 3
}

/** The users of a place, its latest tests and its history, each shown to people with the permission to see it. */
export function PlaceLists({
  place,
  history,
  words = {},
  level,
}: Props & { history: HistoryEndpoint; words?: FieldWords }) {
  const t = useT()
  const holder = useHolder()
  return (
    <>
      {can(holder, 'view-users') && <UsersOf level={level} place={place} />}
      {can(holder, 'view-tests') && <LatestTests level={level} place={place} />}
      {can(holder, 'view-audit') && (
        <History
          level={level}
          of={
            place.group
              ? { resource_type: 'group', resource: place.group }
              : { resource_type: 'organisation', resource: place.organisation ?? '' }
          }
          endpoint={history}
          labels={{ location: t('places:location') }}
          words={words}
        />
      )}
    </>
  )
}

function UsersOf({ place, level }: Props) {
  const t = useT()
  return (
    <PartList
      title={t('places:detail.users')}
      level={level}
      query={(cursor) => queryOf(listUsers, { query: asked(place, cursor) })}
      none={t('places:detail.noUsers')}
      row={({ id, fullName, email, userType }) => (
        <PartRow
          main={<Link {...paths.user(id, { crumb: fullName })}>{fullName}</Link>}
          second={email}
          end={userType.displayName}
        />
      )}
    />
  )
}

/** The latest tests at a place, with a link to all of them. */
function LatestTests({ place, level }: Props) {
  const t = useT()
  return (
    <PartList
      title={t('places:detail.latest')}
      level={level}
      query={(cursor) => queryOf(listTestRecords, { query: asked(place, cursor) })}
      none={t('places:detail.noTests')}
      more={<Link {...paths.testRecords(place)}>{t('places:detail.allTests')}</Link>}
      row={({ id, testId, result, subject, performedAt, performedZone, isHeldBack }) => (
        <PartRow
          main={<Link {...paths.testRecord(id, { crumb: testId })}>{testId}</Link>}
          second={subjectName(subject) ?? t('lists:anonymized')}
          end={
            <>
              <HeldBack isHeldBack={isHeldBack}>
                <ResultBadge result={result} />
              </HeldBack>
              <span> </span>
              <Time at={performedAt} zone={performedZone} />
            </>
          }
        />
      )}
    />
  )
}
