import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconClipboardList } from '@tabler/icons-react'
import { results } from '../../contract/rules/results.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { paths } from '../paths.ts'
import { useDates } from '../shell/use-dates.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FiguresFailed } from './empty-dashboard.tsx'
import { dashboardQuery } from './queries.ts'
import card from './card.module.css'
import styles from './own-results.module.css'

/** What a patient comes for: their latest result in plain words, and the way to all of them. */
export function OwnResults() {
  const t = useT()
  const { data: reply, isError, refetch } = useQuery(dashboardQuery({ range: 'all' }))
  if (isError) return <FiguresFailed onRetry={() => void refetch()} />
  if (reply === undefined) {
    return (
      <div role="status" aria-label={t('shell:loading')} className={styles.card}>
        <Skeleton height={240} />
      </div>
    )
  }
  const { counts, latest } = reply.data
  const [record] = latest
  if (record === undefined) {
    return (
      <Notice
        picture={<IconClipboardList size={40} stroke={1.25} aria-hidden />}
        title={t('dashboard:own.emptyTitle')}
        text={t('dashboard:own.emptyText')}
      />
    )
  }
  return <LatestResult record={record} count={results.reduce((sum, result) => sum + counts[result], 0)} />
}

function LatestResult({ record, count }: { record: TestRecordListItem; count: number }) {
  const t = useT()
  const dates = useDates()
  const { performedAt, performedZone, result } = record
  const zone = dates.nameOfOther(performedZone, performedAt)
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="latest-result">
      <h2 id="latest-result" className={card.title}>
        {t('dashboard:own.latest')}
      </h2>
      <p className={styles.result}>
        <ResultBadge result={result} size="lg" />
      </p>
      <p className={styles.words}>{t(`dashboard:own.${result}`)}</p>
      <p className={card.muted}>
        <time dateTime={performedAt}>
          {[dates.instant(performedAt, performedZone), zone].filter(Boolean).join(', ')}
        </time>
        {' · '}
        {record.group.name}, {record.organisation.name}
      </p>
      <div className={styles.ways}>
        <Link {...paths.testRecord(record.id, { crumb: record.testId })} className={buttonClass()}>
          {t('dashboard:own.open')}
        </Link>
        <Link {...paths.testRecords()}>{t('dashboard:own.all', { count })}</Link>
      </div>
    </section>
  )
}
