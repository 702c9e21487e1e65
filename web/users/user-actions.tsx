import { IconBan, IconCircleCheck, IconKey, IconLogout, IconSend } from '@tabler/icons-react'
import { can } from '../../contract/permissions/can.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { listUserHistory } from '../../contract/users/endpoints.ts'
import type { Obstacle, UserDetail } from '../../contract/users/managed-user.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { History } from '../lists/history.tsx'
import { useHolder } from '../session/queries.ts'
import { languageName } from '../ui/language-options.ts'
import { useT } from '../ui/phrases.ts'
import { useUserAction } from './user-changes.ts'

interface Props {
  user: UserDetail
}

interface Place extends Props {
  /** The heading level. */
  level: 2 | 3
}

/** The actions for a user, and the user's history. */
export function ActionsAndHistory({ user, level }: Place) {
  const t = useT()
  const seesHistory = can(useHolder(), 'view-audit')
  return (
    <>
      <UserActions user={user} level={level} />
      {seesHistory && (
        <History
          level={level}
          of={{ resource_type: 'user', resource: user.id }}
          endpoint={listUserHistory}
          labels={{ groupIds: t('fields:groups'), lang: t('fields:language') }}
          words={{
            userType: (type) => t(`userTypes:${type as UserType}`), // the audit trail stores valid types only
            lang: (lang) => languageName(lang),
          }}
        />
      )}
    </>
  )
}

/** The actions that the current user may perform. */
function UserActions({ user, level }: Place) {
  const t = useT()
  if (user.obstacles.edit !== null) return null
  return (
    <Actions title={t('users:actions')} level={level}>
      {user.isSetUp ? (
        <>
          <Reset user={user} />
          <EndSessions user={user} />
        </>
      ) : (
        <Resend user={user} />
      )}
      <Standing user={user} />
    </Actions>
  )
}

function Resend({ user: { id, obstacles } }: Props) {
  const t = useT()
  const resend = useUserAction(id, 'resend')
  return (
    <Action
      icon={IconSend}
      word={t('users:resend')}
      isPending={resend.isPending}
      onAct={() => resend.mutate()}
      obstacle={useReason(obstacles.resendInvitation)}
    />
  )
}

function Reset({ user: { id, fullName: name, obstacles } }: Props) {
  const t = useT()
  const reset = useUserAction(id, 'reset')
  return (
    <Action
      icon={IconKey}
      word={t('users:reset')}
      isPending={reset.isPending}
      onAct={() => reset.mutate()}
      obstacle={useReason(obstacles.resetPassword)}
      confirm={{
        title: t('users:resetting.title', { name }),
        text: t('users:resetting.text'),
        stay: t('users:resetting.keep'),
        leave: t('users:reset'),
      }}
    />
  )
}

function EndSessions({ user: { id, fullName: name, obstacles } }: Props) {
  const t = useT()
  const end = useUserAction(id, 'endSessions')
  return (
    <Action
      icon={IconLogout}
      word={t('users:endSessions')}
      isPending={end.isPending}
      onAct={() => end.mutate()}
      obstacle={useReason(obstacles.endSessions)}
      confirm={{
        title: t('users:ending.title', { name }),
        text: t('users:ending.text'),
        stay: t('users:ending.keep'),
        leave: t('users:ending.confirm'),
      }}
    />
  )
}

/** Suspends or reactivates a user. It is one element in both states, so that the focus stays on it. */
function Standing({ user: { id, fullName: name, status, sessions, obstacles } }: Props) {
  const t = useT()
  const isActive = status === 'active'
  const change = useUserAction(id, isActive ? 'suspend' : 'reactivate')
  const count = sessions?.count ?? 0
  return (
    <Action
      icon={isActive ? IconBan : IconCircleCheck}
      word={t(isActive ? 'users:suspend' : 'users:reactivate')}
      isPending={change.isPending}
      onAct={() => change.mutate()}
      obstacle={useReason(obstacles.suspend)}
      confirm={
        isActive
          ? {
              title: t('users:suspending.title', { name }),
              text: [
                ...(count > 0 ? [t('users:suspending.loggedIn', { count })] : []),
                t('users:suspending.text'),
              ].join(' '),
              stay: t('users:suspending.keep'),
              leave: t('users:suspending.confirm'),
            }
          : undefined
      }
    />
  )
}

/** Explains why an action is not possible now. Obstacles that concern only editing block no action. */
function useReason(obstacle: Obstacle | null): string | undefined {
  const t = useT()
  switch (obstacle) {
    case 'self':
    case 'suspended':
    case 'no-password':
    case 'no-session':
      return t(`users:obstacle.${obstacle}`)
    default:
      return undefined
  }
}
