import { conclusiveResults, resultFilter } from '../../contract/test-records/filter.ts'
import { positivity, type ResultCounts } from '../../contract/rules/results.ts'
import { paths } from '../paths.ts'
import { daysBefore } from '../ui/date-range.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import type { Shown } from './queries.ts'
import { useShare } from './share.ts'
import * as styles from './card.module.css'

/** The filter of the list for the results of which positivity is a share. */
const conclusive = resultFilter(conclusiveResults)

/** The share of positives among conclusive tests, with both numbers in words. */
export function Positivity({
  counts,
  before,
  shown,
}: {
  counts: ResultCounts
  before: ResultCounts | null
  shown: Shown
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
          <Link {...paths.testRecords({ ...shown, result: 'positive' })} className={styles.figure}>
            {share(now.share)}
          </Link>
          <div className={styles.bar} aria-hidden>
            <span style={{ width: `${now.share * 100}%` }} />
          </div>
          <p className={styles.words}>
            <Link {...paths.testRecords({ ...shown, result: conclusive })}>
              {t('dashboard:positivityOf', { positive: now.positive, count: now.conclusive })}
            </Link>
          </p>
          {earlier !== undefined && (
            <p className={styles.muted}>
              <Link {...paths.testRecords({ ...shown, ...daysBefore(shown), result: conclusive })}>
                {t('dashboard:positivityBefore', { share: share(earlier.share) })}
              </Link>
            </p>
          )}
        </>
      )}
    </section>
  )
}
