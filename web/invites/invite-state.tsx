import { IconBan, IconCircleCheck, IconClock, IconClockX } from '@tabler/icons-react'
import type { InviteState } from '../../contract/invites/invite-filter.ts'
import type { Invite } from '../../contract/invites/invite.ts'
import { SecondLine } from '../lists/cells.tsx'
import { useDates } from '../shell/use-dates.ts'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

const looks = {
  pending: { icon: IconClock, tone: 'waiting' },
  redeemed: { icon: IconCircleCheck, tone: 'good' },
  expired: { icon: IconClockX, tone: 'trouble' },
  revoked: { icon: IconBan, tone: 'over' },
} as const

/** What became of an invite, and when; of an open one, until when it is open. */
export function InviteStateCell({ invite }: { invite: Invite }) {
  const t = useT()
  const dates = useDates()
  const { state, expiresAt } = invite
  const at = { pending: expiresAt, redeemed: invite.redeemedAt, expired: expiresAt, revoked: invite.revokedAt }[state]
  return (
    <>
      <StatusBadge tone={looks[state].tone} icon={<InviteStateIcon state={state} />}>
        {t(`invites:state.${state}`)}
      </StatusBadge>
      {at !== null && (
        <SecondLine>
          <time dateTime={at} title={dates.instant(at)}>
            {t(state === 'pending' ? 'invites:until' : 'invites:since', { date: dates.dayOf(at) })}
          </time>
        </SecondLine>
      )}
    </>
  )
}

/** The icon of a state by itself, for beside its word. */
export function InviteStateIcon({ state }: { state: InviteState }) {
  const Icon = looks[state].icon
  return <Icon size={16} stroke={2} aria-hidden />
}
