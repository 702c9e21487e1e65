import { Link } from '@tanstack/react-router'
import type { ResultCounts } from '../../contract/dashboard/endpoints.ts'
import { results, type Result } from '../../contract/rules/results.ts'
import { paths } from '../paths.ts'
import type { RangeChoice } from '../ui/date-range.ts'
import { useT } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import { useShare } from './share.ts'
import styles from './result-tiles.module.css'

interface Props {
  counts: ResultCounts
  before: ResultCounts | null
  choice: RangeChoice
}

/** A tile for each result: how many, which share, and the change against the range before. */
export function ResultTiles({ counts, before, choice }: Props) {
  const t = useT()
  const share = useShare()
  const total = results.reduce((sum, result) => sum + counts[result], 0)
  return (
    <ul className={styles.tiles} aria-label={t('dashboard:results')}>
      {results.map((result) => (
        <li key={result}>
          <Link {...paths.testRecords({ ...choice, result })} className={styles.tile} data-result={result}>
            <span className={styles.word}>
              <span className={styles.icon}>
                <ResultIcon result={result} size={16} />
              </span>
              {t(`results:${result}`)}
            </span>
            <span className={styles.count}>{t('dashboard:figure', { number: counts[result] })}</span>
            <span className={styles.share}>
              {total > 0
                ? t('dashboard:share', { share: share(counts[result] / total), count: total })
                : t('dashboard:none')}
            </span>
            {before !== null && <Change result={result} now={counts} before={before} />}
          </Link>
        </li>
      ))}
    </ul>
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
