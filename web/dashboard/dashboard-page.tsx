import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { IconClipboardList } from '@tabler/icons-react'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import type { RangeChoice } from '../ui/date-range.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT, type PhraseKey } from '../ui/phrases.ts'
import { useNow } from '../ui/use-now.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { LatestTests } from './latest-tests.tsx'
import { Positivity } from './positivity.tsx'
import { dashboardQuery } from './queries.ts'
import { RangeSelect } from './range-select.tsx'
import { ResultTiles } from './result-tiles.tsx'
import styles from './dashboard-page.module.css'

/** Counts, positivity and the latest records of the user's place; every figure leads to the list behind it. */
export function DashboardPage() {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  const search = useSearch({ from: '/logged-in/' })
  const choice: RangeChoice = { ...search, range: search.range ?? 'last-7-days' }
  return (
    <Page
      title={t(greetingAt(useNow().getHours()), { name: firstName(user.fullName) })}
      detail={user.organisation?.name ?? user.tenant.name}
      actions={
        <RangeSelect choice={choice} onChange={(next) => void navigate({ ...paths.dashboard(next), replace: true })} />
      }
    >
      <Figures choice={choice} />
    </Page>
  )
}

function Figures({ choice }: { choice: RangeChoice }) {
  const t = useT()
  const mayRecord = whyCannotRecord(useHolder()) === undefined
  const { data: reply, isError, isPlaceholderData, refetch } = useQuery(dashboardQuery(choice))
  if (isError) {
    return (
      <Notice title={t('dashboard:failedTitle')} text={t('shell:offline')}>
        <Button onClick={() => void refetch()}>{t('shell:tryAgain')}</Button>
      </Notice>
    )
  }
  if (reply === undefined) return <DashboardSkeleton />
  const { counts, before, latest } = reply.data
  if (latest.length === 0) {
    return (
      <Notice
        picture={<IconClipboardList size={40} stroke={1.25} aria-hidden />}
        title={t('dashboard:emptyTitle')}
        text={t('dashboard:emptyText')}
      >
        {mayRecord && (
          <Link {...paths.createTest()} className={buttonClass()}>
            {t('shell:recordTest')}
          </Link>
        )}
      </Notice>
    )
  }
  return (
    <div className={styles.figures} aria-busy={isPlaceholderData}>
      <ResultTiles counts={counts} before={before} choice={choice} />
      <div className={styles.row}>
        <Positivity counts={counts} before={before} choice={choice} />
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
