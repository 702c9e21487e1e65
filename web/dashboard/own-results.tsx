import { useQuery } from '@tanstack/react-query'
import { IconClipboardList } from '@tabler/icons-react'
import { totalOf } from '../../contract/rules/results.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { Time } from '../lists/cells.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { ResultMeaning } from '../ui/result-meaning.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FiguresFailed } from './figures-failed.tsx'
import { dashboardQuery } from './queries.ts'
import * as card from './card.module.css'
import * as styles from './own-results.module.css'

/** A patient's latest result in plain words with its meaning, and a link to all of their results. */
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
  const { counts, latest, meaning, phone } = reply.data
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
  const count = totalOf(counts)
  return (
    <div className={styles.own}>
      <LatestResult record={record} meaning={meaning} phone={phone} />
      {latest.length > 1 && <History records={latest} count={count} />}
    </div>
  )
}

interface LatestProps {
  record: TestRecordListItem
  meaning: string | null
  phone: string | null
}

function LatestResult({ record, meaning, phone }: LatestProps) {
  const t = useT()
  const dates = useDates()
  const { name: tenant } = usePreferences()
  const { performedAt, performedZone, result, state } = record
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
        <span>{`${record.assay.name} · `}</span>
        <time dateTime={performedAt}>{dates.instantIn(performedAt, performedZone)}</time>
        <span>{` · ${record.group.name}, ${record.organisation.name}`}</span>
      </p>
      {state === 'corrected' && <p className={styles.corrected}>{t('dashboard:own.corrected')}</p>}
      <ResultMeaning result={result} meaning={meaning} className={styles.part} />
      <section className={styles.part}>
        <h3>{t('sentResult:next')}</h3>
        <p>{t('sentResult:nextText', { tenant })}</p>
        {phone ? (
          <p>
            <span>{`${t('sentResult:call', { place: record.group.name })} `}</span>
            <PhoneLink number={phone} />
          </p>
        ) : null}
        <p className={card.muted}>{`${t('fields:testId')}: ${record.testId}`}</p>
      </section>
      <div className={styles.ways}>
        <Link {...paths.testRecord(record.id, { crumb: record.testId })} className={buttonClass()}>
          {t('dashboard:own.open')}
        </Link>
      </div>
    </section>
  )
}

function History({ records, count }: { records: readonly TestRecordListItem[]; count: number }) {
  const t = useT()
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="own-results">
      <div className={card.head}>
        <h2 id="own-results" className={card.title}>
          {t('dashboard:own.history')}
        </h2>
        <Link {...paths.testRecords()}>{t('dashboard:own.all', { count })}</Link>
      </div>
      <ul className={styles.list} aria-labelledby="own-results">
        {records.map((record) => (
          <li key={record.id}>
            <Link {...paths.testRecord(record.id, { crumb: record.testId })} className={styles.row}>
              <ResultBadge result={record.result} />
              <span>{record.assay.name}</span>
              <span className={styles.time}>
                <Time at={record.performedAt} zone={record.performedZone} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
