import type { ReactNode } from 'react'
import styles from './status-badge.module.css'

interface Props {
  tone: 'waiting' | 'good' | 'trouble' | 'over'
  icon: ReactNode
  children: ReactNode
}

/** How something stands, as a tinted pill: colour, icon and word together, never a colour alone. */
export function StatusBadge({ tone, icon, children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
