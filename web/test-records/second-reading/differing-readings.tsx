import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { Link } from '../../routing/link.tsx'
import { useT } from '../../ui/phrases.ts'
import { differingQuery } from './queries.ts'
import * as styles from './unread-tests.module.css'

/**
 * Links to the tests whose readings differ, for people who may settle them. Renders nothing if there are none or the
 * count failed.
 */
export function DifferingReadings() {
  const t = useT()
  const { data } = useQuery(differingQuery())
  if (data === undefined || data.page.total === 0) return null
  return (
    <p className={styles.differing}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>{t('secondReadings:differing.count', { count: data.page.total })}</span>
      <Link {...paths.testRecords({ second_reading: 'differ' })}>{t('secondReadings:differing.settle')}</Link>
    </p>
  )
}
