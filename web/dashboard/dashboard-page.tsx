import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useUser } from '../session/queries.ts'
import { isBackwards, type RangeChoice } from '../ui/date-range.ts'
import { Page } from '../ui/page.tsx'
import { useT, type PhraseKey } from '../ui/phrases.ts'
import { RangeBackwards } from '../ui/range-backwards.tsx'
import { useNow } from '../ui/use-now.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { FiguresFailed, NoTests } from './empty-dashboard.tsx'
import { LatestTests } from './latest-tests.tsx'
import { OwnResults } from './own-results.tsx'
import { Positivity } from './positivity.tsx'
import { dashboardQuery, daysOfDashboard } from './queries.ts'
import { RangeSelect } from './range-select.tsx'
import { ResultTiles } from './result-tiles.tsx'
import styles from './dashboard-page.module.css'

/**
 * Counts, positivity and the latest records of the user's place; every figure leads to the list behind it. A patient sees
 * their latest result instead.
 */
export function DashboardPage() {
  const t = useT()
  const user = useUser()
  const isPatient = user.userType.name === 'patient'
  const navigate = useNavigate()
  const now = useNow()
  const search = useSearch({ from: '/logged-in/' })
  const choice: RangeChoice = { ...search, range: search.range ?? 'last-7-days' }
  return (
    <Page
      title={t(greetingAt(now.getHours()), { name: firstName(user.fullName) })}
      detail={user.organisation?.name ?? user.tenant.name}
      actions={
        !isPatient && (
          <RangeSelect
            choice={choice}
            onChange={(next) => void navigate({ ...paths.dashboard(next), replace: true })}
          />
        )
      }
    >
      {isPatient ? (
        <OwnResults />
      ) : isBackwards(search) ? (
        <RangeBackwards />
      ) : (
        <Figures days={daysOfDashboard(search, now)} />
      )}
    </Page>
  )
}

function Figures({ days }: { days: RangeChoice }) {
  const { data: reply, isError, isPlaceholderData, refetch } = useQuery(dashboardQuery(days))
  if (isError) return <FiguresFailed onRetry={() => void refetch()} />
  if (reply === undefined) return <DashboardSkeleton />
  const { counts, before, latest } = reply.data
  if (latest.length === 0) return <NoTests />
  return (
    // Figures of the range before lead nowhere: the list would be that of the new range.
    <div className={styles.figures} aria-busy={isPlaceholderData} inert={isPlaceholderData}>
      <ResultTiles counts={counts} before={before} days={days} />
      <div className={styles.row}>
        <Positivity counts={counts} before={before} days={days} />
        <LatestTests records={latest} />
      </div>
    </div>
  )
}

function greetingAt(hour: number): PhraseKey {
  if (hour < 12) return 'dashboard:morning'
  return hour < 18 ? 'dashboard:afternoon' : 'dashboard:evening'
}

function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? fullName
}
