import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { mayCorrectTests, whyCannotRecord } from '../../../contract/permissions/can.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { paths } from '../../paths.ts'
import { useHolder } from '../../session/queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link } from '../../routing/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { lazyPage } from '../../loading/lazy-page.ts'
import { alsoSay, useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { AlertSwitch } from './alert-switch.tsx'
import { inOrder, standingOf, type ServerTime } from './clock.ts'
import { runsQuery } from './queries.ts'
import { RunCard } from './run-card.tsx'
import { usePresent } from './use-present.ts'
import * as styles from './in-progress-page.module.css'

/** Loaded separately, because many tenants have no second readings. */
export const UnreadTests = lazyPage(async () => {
  const [unread] = await Promise.all([import('../second-reading/unread-tests.tsx'), alsoSay('secondReadings')])
  return unread.UnreadTests
})

/** Shown to people who may settle readings, even if nobody records on the web. */
export const DifferingReadings = lazyPage(async () => {
  const [differing] = await Promise.all([import('../second-reading/differing-readings.tsx'), alsoSay('secondReadings')])
  return differing.DifferingReadings
})

/** How often the visible page asks for tests that colleagues started or read, in milliseconds. */
const askEveryMs = 20_000

/**
 * The tests in progress at the user's places, readable ones first. Its outlet holds the panels that read or cancel one.
 */
export function InProgressPage() {
  const t = useT()
  const holder = useHolder()
  const { data, isError, isFetching, refetch } = useQuery({ ...runsQuery(), refetchInterval: askEveryMs })
  return (
    <Page
      title={t('shell:page.inProgress')}
      detail={data && data.total > 0 && t('testRuns:count', { count: data.total })}
      actions={<AlertSwitch />}
    >
      {data !== undefined ? (
        <>
          {isError && <Alert tone="notice">{t('testRuns:offline')}</Alert>}
          {data.data.length === 0 ? <Empty /> : <Runs runs={data.data} time={data} onAsk={() => void refetch()} />}
          {data.total > data.data.length && (
            <p className={styles.more}>{t('testRuns:more', { count: data.total - data.data.length })}</p>
          )}
        </>
      ) : isError ? (
        <Notice title={t('testRuns:failed')} text={t('testRuns:failedText')}>
          <Button onClick={() => void refetch()} isPending={isFetching}>
            {t('shell:tryAgain')}
          </Button>
        </Notice>
      ) : (
        <RowSkeletons rows={4} label={t('testRuns:loading')} />
      )}
      <Suspense fallback={null}>
        {mayCorrectTests(holder) && <DifferingReadings />}
        {whyCannotRecord(holder) === undefined && <UnreadTests />}
      </Suspense>
      <Outlet />
    </Page>
  )
}

function Runs({ runs, time, onAsk }: { runs: readonly TestRun[]; time: ServerTime; onAsk: () => void }) {
  const t = useT()
  const now = usePresent(time, onAsk)
  const shown = inOrder(runs, now)
  const ready = shown.filter((run) => standingOf(run, now).phase === 'ready').length
  return (
    <>
      {/* For screen readers, which hear nothing of the cards' moving or of the clocks. */}
      <p role="status" className={styles.said}>
        {ready > 0 && t('testRuns:readyCount', { count: ready })}
      </p>
      <ul className={styles.cards} aria-label={t('shell:page.inProgress')}>
        {shown.map((run) => (
          <li key={run.id}>
            <RunCard run={run} standing={standingOf(run, now)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Empty() {
  const t = useT()
  const mayRecord = whyCannotRecord(useHolder()) === undefined
  return (
    <Notice title={t('testRuns:empty.title')} text={t('testRuns:empty.text')}>
      {mayRecord && (
        <Link {...paths.createTest()} className={buttonClass('default')}>
          {t('shell:recordTest')}
        </Link>
      )}
    </Notice>
  )
}
