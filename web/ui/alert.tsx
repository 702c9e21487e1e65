import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import * as styles from './alert.module.css'

const icons = { danger: IconAlertTriangle, notice: IconInfoCircle, success: IconCircleCheck }

/** A message that stays on the page. Screen readers announce errors at once, and other tones at the next pause. */
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
