import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Standing } from '../../contract/standing.ts'
import { Alert } from '../ui/alert.tsx'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import * as styles from './standing.module.css'

const looks = {
  active: { icon: IconCircleCheck, tone: 'good' },
  suspended: { icon: IconPlayerPause, tone: 'trouble' },
} as const

function StandingIcon({ status }: { status: Standing }) {
  const Icon = looks[status].icon
  return <Icon size={16} stroke={2} aria-hidden />
}

export function StandingBadge({ status }: { status: Standing }) {
  const t = useT()
  return (
    <StatusBadge tone={looks[status].tone} icon={<StandingIcon status={status} />}>
      {t(`places:status.${status}`)}
    </StatusBadge>
  )
}

/** Explains the suspension of a place above its facts. */
export function SuspensionNotice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Alert tone="notice">{children}</Alert>
    </div>
  )
}
