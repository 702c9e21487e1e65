import { Link } from '@tanstack/react-router'
import type { ResultCounts } from '../../contract/dashboard/endpoints.ts'
import { positivity } from '../../contract/rules/results.ts'
import { paths } from '../paths.ts'
import { daysBefore, type RangeChoice } from '../ui/date-range.ts'
import { useT } from '../ui/phrases.ts'
import { useShare } from './share.ts'
import styles from './card.module.css'

/** The share of positives among conclusive tests, with both numbers in words, so that nobody has to guess of what. */
export function Positivity({
  counts,
  before,
  days,
}: {
  counts: ResultCounts
  before: ResultCounts | null
  /** The days that the counts are of. */
  days: RangeChoice
}) {
  const t = useT()
  const share = useShare()
  const now = positivity(counts)
  const earlier = before === null ? undefined : positivity(before)
  return (
    <section className={styles.card} aria-labelledby="positivity">
      <h2 id="positivity" className={styles.title}>
        {t('dashboard:positivity')}
      </h2>
      {now === undefined ? (
        <p className={styles.muted}>{t('dashboard:positivityNone')}</p>
      ) : (
        <>
          <Link {...paths.testRecords({ ...days, result: 'positive' })} className={styles.figure}>
            {share(now.share)}
          </Link>
          <div className={styles.bar} aria-hidden>
            <span style={{ width: `${now.share * 100}%` }} />
          </div>
          <p className={styles.words}>
            <Link {...paths.testRecords({ ...days, result: 'conclusive' })}>
              {t('dashboard:positivityOf', { positive: now.positive, count: now.conclusive })}
            </Link>
          </p>
          {earlier !== undefined && (
            <p className={styles.muted}>
              <Link {...paths.testRecords({ ...daysBefore(days), result: 'conclusive' })}>
                {t('dashboard:positivityBefore', { share: share(earlier.share) })}
              </Link>
            </p>
          )}
        </>
      )}
    </section>
  )
}
