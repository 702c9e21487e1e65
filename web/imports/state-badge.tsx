import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconHourglass,
  IconListCheck,
} from '@tabler/icons-react'
import type { ImportState } from '../../contract/imports/import.ts'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

const underWay = { icon: IconHourglass, tone: 'waiting' } as const

const looks = {
  waiting: underWay,
  reading: underWay,
  matching: underWay,
  read: { icon: IconListCheck, tone: 'waiting' },
  refused: { icon: IconAlertTriangle, tone: 'trouble' },
  cancelled: { icon: IconBan, tone: 'over' },
  running: underWay,
  done: { icon: IconCircleCheck, tone: 'good' },
  undoing: underWay,
  undone: { icon: IconArrowBackUp, tone: 'over' },
} as const

export function StateBadge({ state }: { state: ImportState }) {
  const t = useT()
  const { icon: Icon, tone } = looks[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(`importing:state.${state}`)}
    </StatusBadge>
  )
}
