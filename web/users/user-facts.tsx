import { Link } from '@tanstack/react-router'
import type { UserDetail } from '../../contract/users/managed-user.ts'
import { Time } from '../lists/cells.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../shell/use-dates.ts'
import { Facts, type Fact } from '../ui/facts.tsx'
import { languageOptions } from '../ui/language-options.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { UserStateBadge } from './user-cells.tsx'
import styles from './user-page.module.css'

/** Everything known of a user. `level` is that of its headings. */
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
      <Facts level={level} facts={whoFacts(user, t)} />
      <Facts level={level} title={t('users:facts.access')} facts={useAccessFacts(user)} />
    </div>
  )
}

function whoFacts({ email, userType, organisation, groups, lang }: UserDetail, t: Translate): Fact[] {
  const language = languageOptions(['en_GB', 'es_MX']).find(({ value }) => value === lang)?.label ?? lang
  return [
    { label: t('users:email'), value: email },
    { label: t('users:type'), value: userType.displayName },
    ...(organisation === null ? [] : [{ label: t('users:organisation'), value: organisation.name }]),
    ...(groups.length === 0 ? [] : [{ label: t('users:groups'), value: groups.map(({ name }) => name).join(', ') }]),
    { label: t('users:language'), value: language },
  ]
}

function useAccessFacts(user: UserDetail): Fact[] {
  const t = useT()
  const dates = useDates()
  const { emailVerification, lastLogin, invitedWhen, invitedBy, sessions, testsRecorded } = user
  const facts: Fact[] = [
    { label: t('users:verification'), value: t(`users:verification.${emailVerification}`) },
    {
      label: t('users:lastLogin'),
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
          {dates.dayOf(invitedWhen)} {invitedBy !== null && t('users:invitedBy', { name: invitedBy })}
        </>
      ),
    })
  }
  if (testsRecorded !== null && user.userType.name !== 'patient') {
    const { total, totalIsCapped } = testsRecorded
    const words = t(totalIsCapped ? 'users:testsCapped' : 'users:tests', { count: total })
    facts.push({
      label: t('users:testsRecorded'),
      value: total === 0 ? words : <Link {...paths.testRecords({ recorded_by: user.id })}>{words}</Link>,
    })
  }
  return facts
}
