import { IconVirus } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './lots-notice.module.css'

/** Leads to the outbreaks that are going on at the user's places. */
export function OutbreaksNotice({ count }: { count: number }) {
  const t = useT()
  return (
    <p className={styles.differing}>
      <IconVirus size={20} aria-hidden className={styles.icon} />
      <span>{t('dashboard:outbreaks', { count })}</span>
      <Link {...paths.outbreaks()}>{t('dashboard:seeOutbreaks')}</Link>
    </p>
  )
}
