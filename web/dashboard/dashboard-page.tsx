import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ComponentType } from 'react'
import { can } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { DraftReminder } from '../test-records/recording/draft-reminder.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming, Waiting } from '../loading/waiting.tsx'
import { isBackwards } from '../ui/date-range.ts'
import type { Elements } from '../ui/elements.ts'
import { Later } from '../ui/later.tsx'
import { Page } from '../ui/page.tsx'
import { alsoSay, useT, type PhraseKey } from '../ui/phrases.ts'
import { RangeBackwards } from '../ui/range-backwards.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Unhurried } from '../ui/unhurried.tsx'
import { useNow } from '../ui/use-now.ts'
import { DashboardFilters } from './dashboard-filters.tsx'
import { DifferingNotice } from './differing-notice.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DutiesNotice } from './duties-notice.tsx'
import { OutbreaksNotice } from './outbreaks-notice.tsx'
import { FiguresFailed } from './figures-failed.tsx'
import { LotsNotice } from './lots-notice.tsx'
import { Positivity } from './positivity.tsx'
import { dashboardQuery, shownBy, type Shown } from './queries.ts'
import { ResultTiles } from './result-tiles.tsx'
import * as styles from './dashboard-page.module.css'

/** Loaded separately, because only patients see it. */
const OwnResults = lazyPage(async () => {
  const [own] = await Promise.all([import('./own-results.tsx'), alsoSay('meanings', 'sentResult')])
  return own.OwnResults
})

/** Loaded separately, because it is not needed once there are tests. */
const NoTests = lazyPage(async () => (await import('./no-tests.tsx')).NoTests)

/** Loaded separately, because a tenant is new only once. */
const FirstSteps = lazyPage(async () => (await import('./first-steps.tsx')).FirstSteps)

/** The charts and the latest tests are loaded and drawn after the figures that they break down. */
function afterFigures<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazyPage(async () => {
    const [part] = await Promise.all([load(), alsoSay('charts')])
    return part
  })
}

const ChartsTop = afterFigures(async () => (await import('./charts/charts-top.tsx')).ChartsTop)
const ReadingChart = afterFigures(async () => (await import('./charts/reading-chart.tsx')).ReadingChart)
const TrendChart = afterFigures(async () => (await import('./charts/trend-chart.tsx')).TrendChart)
const LatestTests = afterFigures(async () => (await import('./latest-tests.tsx')).LatestTests)
const OtherCharts = afterFigures(async () => (await import('./charts/other-charts.tsx')).OtherCharts)

/**
 * Counts, positivity, charts and the latest records of the user's place; every figure links to the list behind it.
 * Patients see their own results instead. An unfinished test comes above everything.
 */
export function DashboardPage() {
  return (
    <DraftReminder>
      <Dashboard />
    </DraftReminder>
  )
}

function Dashboard() {
  const t = useT()
  const user = useUser()
  const isPatient = user.userType.name === 'patient'
  const navigate = useNavigate()
  const now = useNow()
  const search = useSearch({ from: '/logged-in/' })
  return (
    <Page
      title={isPatient ? t('shell:page.myResults') : t(greetingAt(now.getHours()), { name: firstName(user.fullName) })}
      detail={user.organisation?.name ?? user.tenant.name}
      isDetailBelow
    >
      {isPatient ? (
        <Coming fallback={<Skeleton height={240} />}>
          <OwnResults />
        </Coming>
      ) : (
        <>
          {!isBackwards(search) && <NextSteps shown={shownBy(search, now)} />}
          <DashboardFilters
            search={search}
            onChange={(next) => void navigate({ ...paths.dashboard(next), replace: true, resetScroll: false })}
          />
          {isBackwards(search) ? <RangeBackwards /> : <Figures shown={shownBy(search, now)} />}
        </>
      )}
    </Page>
  )
}

/** Shows the steps of a new tenant first, because its figures and filters say nothing yet. */
function NextSteps({ shown }: { shown: Shown }) {
  const { data: reply } = useQuery(dashboardQuery(shown))
  const steps = reply?.data.firstSteps ?? null
  if (steps === null) return null
  return (
    <div className={styles.steps}>
      <Later fallback={<Skeleton height={440} />} code={FirstSteps}>
        <FirstSteps steps={steps} />
      </Later>
    </div>
  )
}

function Figures({ shown }: { shown: Shown }) {
  const { data: reply, isError, isPlaceholderData, refetch } = useQuery(dashboardQuery(shown))
  const mayView = can(useHolder(), 'view-tests')
  if (reply === undefined) return isError ? <FiguresFailed onRetry={() => void refetch()} /> : <DashboardSkeleton />
  const { counts, read, before, latest, differing, outbreaks, duties, firstSteps } = reply.data
  const isEmpty = latest.length === 0
  // The step of the first test already tells that there is none.
  const leadsToFirstTest = firstSteps?.some(({ step, isDone }) => step === 'test' && !isDone)
  return (
    // Figures of the previous range are not links, because the lists would be those of the new range.
    <div className={styles.figures} aria-busy={isPlaceholderData} inert={isPlaceholderData}>
      {/* A server of the version before answers without them. */}
      {duties && duties.overdue + duties.due > 0 ? <DutiesNotice {...duties} /> : null}
      {outbreaks ? <OutbreaksNotice count={outbreaks} /> : null}
      {differing ? <DifferingNotice count={differing} /> : null}
      {mayView && (
        <div>
          <Later fallback={<Waiting />} code={ChartsTop}>
            <ChartsTop shown={shown} />
          </Later>
          {!isEmpty && <LotsNotice shown={shown} />}
        </div>
      )}
      {isEmpty ? (
        !leadsToFirstTest && (
          <Later
            fallback={
              <Waiting>
                <Skeleton height={240} />
              </Waiting>
            }
            code={NoTests}
          >
            <NoTests shown={shown} />
          </Later>
        )
      ) : (
        <>
          <ResultTiles counts={counts} before={before?.counts ?? null} shown={shown} />
          <div className={styles.row}>
            <div className={styles.column}>
              <Positivity counts={counts} before={before?.counts ?? null} shown={shown} />
              <Part name="reading" code={ReadingChart}>
                <ReadingChart shown={shown} readings={{ read, before: before?.read ?? null }} />
              </Part>
            </div>
            <Part name="trend" code={TrendChart}>
              <Unhurried height={420}>
                <TrendChart shown={shown} />
              </Unhurried>
            </Part>
          </div>
          <Part name="latest" code={LatestTests}>
            <LatestTests records={latest} />
          </Part>
          <Part name="others" code={OtherCharts}>
            <OtherCharts shown={shown} />
          </Part>
        </>
      )}
    </div>
  )
}

interface PartProps {
  /** Tells style sheets which part it is. */
  name: 'reading' | 'trend' | 'latest' | 'others'
  code: ComponentProps<typeof Later>['code'] & {}
  children: Elements
}

/** A part of the page that is drawn after the figures, for those who may see the tests. */
function Part({ name, code, children }: PartProps) {
  const mayView = can(useHolder(), 'view-tests')
  if (!mayView) return null
  return (
    <div className={styles.part} data-part={name}>
      <Later fallback={<Skeleton height={60} />} code={code}>
        {children}
      </Later>
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
