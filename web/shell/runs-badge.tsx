import { useQuery } from '@tanstack/react-query'
import { countTestRuns } from '../../contract/test-runs/in-progress.ts'
import { queryOf } from '../api/query.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import * as styles from './side-navigation.module.css'

/** How often the visible page requests the count on a computer, in milliseconds. */
const askEveryMs = 60_000

/** The number of tests in progress, beside the link to them. Phones request it only when a page opens. */
export function RunsBadge() {
  const isWide = useMediaQuery('(min-width: 768px)')
  const { data } = useQuery({
    ...queryOf(countTestRuns, { errors: 'unattended' }),
    refetchInterval: isWide && askEveryMs,
    retry: false,
  })
  const running = data?.data.running ?? 0
  return running === 0 ? null : <span className={styles.badge}>{running > 99 ? '99+' : running}</span>
}
