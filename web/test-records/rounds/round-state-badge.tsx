import { IconCircleCheck, IconHourglass, IconPlayerPause, IconX } from '@tabler/icons-react'
import type { RoundState } from '../../../contract/rounds/round.ts'
import { useT } from '../../ui/phrases.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

const looks = {
  open: { tone: 'waiting', icon: IconHourglass },
  paused: { tone: 'waiting', icon: IconPlayerPause },
  finished: { tone: 'good', icon: IconCircleCheck },
  cancelled: { tone: 'over', icon: IconX },
} as const

export function RoundStateBadge({ state }: { state: RoundState }) {
  const t = useT()
  const { tone, icon: Icon } = looks[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(`rounds:state.${state}`)}
    </StatusBadge>
  )
}
