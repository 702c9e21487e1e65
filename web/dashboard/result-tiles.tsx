import { results, totalOf, type Result, type ResultCounts } from '../../contract/rules/results.ts'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import type { Shown } from './queries.ts'
import { useShare } from './share.ts'
import * as styles from './result-tiles.module.css'

interface Props {
  counts: ResultCounts
  before: ResultCounts | null
  shown: Shown
}

/**
 * The number of tests, and a tile for each result: count, share of all, and the change from the previous range. Each
 * figure links to the list of exactly those tests.
 */
export function ResultTiles({ counts, before, shown }: Props) {
  const t = useT()
  const share = useShare()
  const total = totalOf(counts)
  return (
    <div>
      <p className={styles.total}>
        {total > 0 ? (
          <Link {...paths.testRecords(shown)}>{t('dashboard:total', { count: total })}</Link>
        ) : (
          t('dashboard:none')
        )}
      </p>
      <ul className={styles.tiles} aria-label={t('dashboard:results')}>
        {results.map((result) => (
          <li key={result}>
            <Link {...paths.testRecords({ ...shown, result })} className={styles.tile} data-tone={result}>
              <span className={styles.word}>
                <span className={styles.icon}>
                  <ResultIcon result={result} size={16} />
                </span>
                <span>{t(`results:${result}`)}</span>
              </span>
              <span className={styles.count}>{t('shell:number', { number: counts[result] })}</span>
              {total > 0 && (
                <span className={styles.share}>{t('dashboard:share', { share: share(counts[result] / total) })}</span>
              )}
              {before !== null && <Change result={result} now={counts} before={before} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Change({ result, now, before }: { result: Result; now: ResultCounts; before: ResultCounts }) {
  const t = useT()
  const change = now[result] - before[result]
  if (change === 0) return <span className={styles.change}>{t('dashboard:same')}</span>
  return (
    <span className={styles.change}>
      {t(change > 0 ? 'dashboard:more' : 'dashboard:fewer', { number: Math.abs(change) })}
    </span>
  )
}
