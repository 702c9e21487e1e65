import { IconCheck, IconVirus } from '@tabler/icons-react'
import type { Outbreak } from '../../contract/outbreaks/outbreak.ts'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

/** Whether an outbreak goes on, or why it ended. */
export function OutbreakState({ outbreak: { closedBecause } }: { outbreak: Outbreak }) {
  const t = useT()
  const isOpen = closedBecause === null
  return (
    <StatusBadge
      tone={isOpen ? 'trouble' : 'over'}
      icon={isOpen ? <IconVirus size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
    >
      {t(`outbreaks:state.${closedBecause ?? 'open'}`)}
    </StatusBadge>
  )
}
