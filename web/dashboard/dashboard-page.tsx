import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '../paths.ts'
import { useUser } from '../session/queries.ts'
import { lazyPage } from '../shell/page-part.ts'
import { isBackwards, type RangeChoice } from '../ui/date-range.ts'
import { Page } from '../ui/page.tsx'
import { alsoSay, useT, type PhraseKey } from '../ui/phrases.ts'
import { RangeBackwards } from '../ui/range-backwards.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { FiguresFailed, NoTests } from './empty-dashboard.tsx'
import { LatestTests } from './latest-tests.tsx'
import { Positivity } from './positivity.tsx'
import { dashboardQuery, daysOfDashboard } from './queries.ts'
import { RangeSelect } from './range-select.tsx'
import { ResultTiles } from './result-tiles.tsx'
import styles from './dashboard-page.module.css'

/** What patients see in place of figures is no part of every dashboard. */
const OwnResults = lazyPage(async () => {
  const [own] = await Promise.all([import('./own-results.tsx'), alsoSay('sentResult')])
  return own.OwnResults
})

/**
 * Counts, positivity and the latest records of the user's place; every figure leads to the list behind it. A patient sees
 * their own results instead.
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
      title={isPatient ? t('shell:page.myResults') : t(greetingAt(now.getHours()), { name: firstName(user.fullName) })}
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
        <Suspense fallback={<Skeleton height={240} />}>
          <OwnResults />
        </Suspense>
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
      <ResultTiles counts={counts} before={before?.counts ?? null} days={days} />
      <div className={styles.row}>
        <Positivity counts={counts} before={before?.counts ?? null} days={days} />
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
