import { Fragment } from 'react'
import { can } from '../../contract/permissions/can.ts'
import type { UserDetail } from '../../contract/users/managed-user.ts'
import { Time } from '../lists/cells.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Facts, type Fact } from '../ui/facts.tsx'
import { languageName } from '../ui/language-options.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { UserStateBadge } from './user-cells.tsx'
import * as styles from './user-page.module.css'

/** Shows all data of a user. `level` is the level of its headings. */
export function UserFacts({ user, level }: { user: UserDetail; level: 2 | 3 }) {
  const t = useT()
  const { state } = user
  return (
    <div className={styles.details}>
      <div>
        <UserStateBadge state={state} />
        {state !== 'active' && (
          <p className={styles.meaning}>{t(`users:means.${state}`, { email: user.pendingEmail ?? '' })}</p>
        )}
      </div>
      <Facts level={level} facts={useWhoFacts(user)} />
      <Facts level={level} title={t('users:facts.access')} facts={useAccessFacts(user)} />
    </div>
  )
}

function useWhoFacts({ email, userType, organisation, groups, lang }: UserDetail): Fact[] {
  const t = useT()
  const holder = useHolder()
  return [
    { label: t('users:email'), value: email },
    { label: t('fields:userType'), value: userType.displayName },
    ...(organisation === null
      ? []
      : [
          {
            label: t('fields:organisationId'),
            value: can(holder, 'view-orgs') ? (
              <Link {...paths.organisation(organisation.id)}>{organisation.name}</Link>
            ) : (
              organisation.name
            ),
          },
        ]),
    ...(groups.length === 0
      ? []
      : [
          {
            label: t('fields:groups'),
            value: can(holder, 'view-groups') ? (
              <GroupLinks groups={groups} />
            ) : (
              groups.map(({ name }) => name).join(', ')
            ),
          },
        ]),
    { label: t('fields:language'), value: languageName(lang) },
  ]
}

function GroupLinks({ groups }: Pick<UserDetail, 'groups'>) {
  return groups.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && <span>{', '}</span>}
      <Link {...paths.group(id)}>{name}</Link>
    </Fragment>
  ))
}

function useAccessFacts(user: UserDetail): Fact[] {
  const t = useT()
  const dates = useDates()
  const { emailVerification, lastLogin, invitedWhen, invitedBy, sessions, testsRecorded } = user
  const facts: Fact[] = [
    { label: t('users:verification'), value: t(`users:verification.${emailVerification}`) },
    {
      label: t('users:column.lastLogin'),
      value: lastLogin === null ? t('users:neverLoggedIn') : <Time at={lastLogin} />,
    },
  ]
  if (sessions !== null) {
    const { count, lastSeenAt } = sessions
    const seen = lastSeenAt === null ? '' : (dates.ago(lastSeenAt) ?? dates.instant(lastSeenAt))
    facts.push({
      label: t('users:sessions'),
      value: count === 0 ? t('users:notLoggedIn') : t('users:openSessions', { count, seen }),
    })
  }
  if (invitedWhen !== null) {
    facts.push({
      label: t('users:invited'),
      value: (
        <>
          <span>{`${dates.dayOf(invitedWhen)} `}</span>
          {invitedBy !== null && <span>{t('users:invitedBy', { name: invitedBy })}</span>}
        </>
      ),
    })
  }
  if (testsRecorded !== null && user.userType.name !== 'patient') {
    const { total, totalIsCapped } = testsRecorded
    const words = t(totalIsCapped ? 'users:testsCapped' : 'lists:tests', { count: total })
    facts.push({
      label: t('users:testsRecorded'),
      value: total === 0 ? words : <Link {...paths.testRecords({ recorded_by: user.id })}>{words}</Link>,
    })
  }
  return facts
}
