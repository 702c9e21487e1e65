import { IconAlertTriangle } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './lots-notice.module.css'

/** Leads whoever may settle them to the tests that two people read differently. */
export function DifferingNotice({ count }: { count: number }) {
  const t = useT()
  return (
    <p className={styles.differing}>
      <IconAlertTriangle size={20} aria-hidden className={styles.icon} />
      <span>{t('dashboard:differing', { count })}</span>
      <Link {...paths.testRecords({ second_reading: 'differ' })}>{t('dashboard:settle')}</Link>
    </p>
  )
}
