import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import styles from './alert.module.css'

const icons = { danger: IconAlertTriangle, notice: IconInfoCircle, success: IconCircleCheck }

/** A message that stays in the page. Trouble is said aloud at once, the rest when the reader pauses. */
export function Alert({ tone, title, children }: { tone: keyof typeof icons; title?: string; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={styles.alert} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden className={styles.icon} />
      <div>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
