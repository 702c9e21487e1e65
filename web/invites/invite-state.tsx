import { IconBan, IconCircleCheck, IconClock, IconClockX } from '@tabler/icons-react'
import type { InviteState } from '../../contract/invites/invite-filter.ts'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

const looks = {
  pending: { icon: IconClock, tone: 'waiting' },
  redeemed: { icon: IconCircleCheck, tone: 'good' },
  expired: { icon: IconClockX, tone: 'trouble' },
  revoked: { icon: IconBan, tone: 'over' },
} as const

/** What became of an invite. */
export function InviteStateBadge({ state }: { state: InviteState }) {
  const t = useT()
  return (
    <StatusBadge tone={looks[state].tone} icon={<InviteStateIcon state={state} />}>
      {t(`invites:state.${state}`)}
    </StatusBadge>
  )
}

/** The icon of a state by itself, for beside its word. */
export function InviteStateIcon({ state }: { state: InviteState }) {
  const Icon = looks[state].icon
  return <Icon size={16} stroke={2} aria-hidden />
}
