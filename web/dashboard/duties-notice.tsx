import { IconClockExclamation } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './lots-notice.module.css'

/** Leads to what authorities should know by now, or must be told within a day. */
export function DutiesNotice({ overdue, due }: { overdue: number; due: number }) {
  const t = useT()
  return (
    <div className={styles.differing} data-tone={overdue > 0 ? 'danger' : undefined}>
      <IconClockExclamation size={20} aria-hidden className={styles.icon} />
      {overdue > 0 && <span>{t('dashboard:overdue', { count: overdue })}</span>}
      {due > 0 && <span>{t('dashboard:due', { count: due })}</span>}
      <Link {...paths.notifications({ due: overdue > 0 ? 'overdue' : 'day' })}>{t('dashboard:seeDuties')}</Link>
    </div>
  )
}
