import type { ReactNode } from 'react'
import type { Result } from '../../contract/rules/results.ts'
import type { Elements } from './elements.ts'
import * as styles from './status-badge.module.css'

interface Props {
  tone: Result | 'waiting' | 'good' | 'trouble' | 'over'
  icon: Elements
  size?: 'md' | 'lg'
  children: ReactNode
}

/** A state as a tinted pill with colour, icon and word together, never a colour alone. */
export function StatusBadge({ tone, icon, size = 'md', children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone} data-size={size}>
      {icon}
      <span>{children}</span>
    </span>
  )
}
