import {
  IconBan,
  IconCircleCheck,
  IconClock,
  IconClockX,
  IconKey,
  IconMailQuestion,
  IconMailX,
} from '@tabler/icons-react'
import type { ManagedUser } from '../../contract/users/managed-user.ts'
import type { userList, UserState } from '../../contract/users/user-list.ts'
import { SecondLine, Time } from '../lists/cells.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { paths, type UsersSearch } from '../paths.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { LongWord } from '../ui/long-word.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

type UserColumn = ListColumn<ManagedUser, (typeof userList)['default']>

/** The columns of the list of users. */
export function columnsOf(t: Translate, search: UsersSearch): UserColumn[] {
  return [
    {
      key: 'state',
      title: t('fields:state'),
      cell: ({ state }) => <UserStateBadge state={state} />,
      card: { at: 'start' },
    },
    {
      key: 'name',
      title: t('fields:name'),
      sort: 'full_name',
      isKept: true,
      cell: (user) => (
        <>
          <RowLink id={user.id} target={paths.user(user.id, search)}>
            {user.fullName}
          </RowLink>
          <SecondLine>
            <LongWord>{user.email}</LongWord>
          </SecondLine>
        </>
      ),
      card: { at: 'main' },
    },
    {
      key: 'type',
      title: t('fields:userType'),
      room: 'medium',
      cell: ({ userType }) => userType.displayName,
      card: { at: 'end' },
    },
    {
      key: 'place',
      title: t('fields:place'),
      room: 'medium',
      cell: (user) => <Place user={user} />,
      card: { at: 'detail' },
    },
    {
      key: 'lastLogin',
      title: t('users:column.lastLogin'),
      sort: '-last_login',
      cell: ({ lastLogin }) => (lastLogin === null ? t('users:neverLoggedIn') : <Time at={lastLogin} />),
      card: {
        at: 'detail',
        cell: ({ lastLogin }) => (
          <>
            <span>{`${t('users:column.lastLogin')}: `}</span>
            {lastLogin === null ? <span>{t('users:neverLoggedIn')}</span> : <Time at={lastLogin} />}
          </>
        ),
      },
    },
  ]
}

function Place({ user: { organisation, groups, userType } }: { user: ManagedUser }) {
  const t = useT()
  if (userType.name === 'tenant') return <span>{t('users:wholeTenant')}</span>
  if (organisation === null) return null
  const names = groups.map(({ name }) => name).join(', ')
  return (
    <div title={names}>
      <span>{organisation.name}</span>
      {names !== '' && <SecondLine isLong>{names}</SecondLine>}
    </div>
  )
}

const looks = {
  active: { icon: IconCircleCheck, tone: 'good' },
  invited: { icon: IconClock, tone: 'waiting' },
  'link-expired': { icon: IconClockX, tone: 'trouble' },
  unverified: { icon: IconMailX, tone: 'waiting' },
  'pending-email': { icon: IconMailQuestion, tone: 'waiting' },
  'must-change-password': { icon: IconKey, tone: 'waiting' },
  suspended: { icon: IconBan, tone: 'over' },
} as const

/** The icon of a state, drawn beside its word. */
function UserStateIcon({ state }: { state: UserState }) {
  const Icon = looks[state].icon
  return <Icon size={16} stroke={2} aria-hidden />
}

/** The state of an account. */
export function UserStateBadge({ state }: { state: UserState }) {
  const t = useT()
  return (
    <StatusBadge tone={looks[state].tone} icon={<UserStateIcon state={state} />}>
      {t(`users:state.${state}`)}
    </StatusBadge>
  )
}
