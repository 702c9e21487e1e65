import { useQuery } from '@tanstack/react-query'
import { countNotifications } from '../../contract/notifications/items.ts'
import { countTestRuns } from '../../contract/test-runs/in-progress.ts'
import { queryOf } from '../api/query.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import * as styles from './side-navigation.module.css'

/** How often the visible page requests a count on a computer, in milliseconds. Deadlines are days away. */
const askEveryMs = 60_000
const askForDutiesEveryMs = 10 * askEveryMs

/** The number of tests in progress, beside the link to them. Phones request it only when a page opens. */
export function RunsBadge() {
  const isWide = useMediaQuery('(min-width: 768px)')
  const { data } = useQuery({
    ...queryOf(countTestRuns, { errors: 'unattended' }),
    refetchInterval: isWide && askEveryMs,
    retry: false,
  })
  const running = data?.data.running ?? 0
  return running === 0 ? null : <span className={styles.badge}>{inShort(running)}</span>
}

/** The number of notifications that are overdue or due within a day, beside the link to them. */
export function DutiesBadge() {
  const isWide = useMediaQuery('(min-width: 768px)')
  const { data } = useQuery({
    ...queryOf(countNotifications, { errors: 'unattended' }),
    refetchInterval: isWide && askForDutiesEveryMs,
    retry: false,
  })
  const duties = (data?.data.overdue ?? 0) + (data?.data.due ?? 0)
  if (duties === 0) return null
  return (
    <span className={styles.badge} data-urges>
      {inShort(duties)}
    </span>
  )
}

function inShort(count: number): string {
  return count > 99 ? '99+' : String(count)
}
