import type { Figures } from '../../contract/figures.ts'
import { languageTag } from '../../contract/locales.ts'
import { paths, type TestRecordsSearch } from '../paths.ts'
import { lastDays } from '../ui/date-range.ts'
import { Link } from '../routing/link.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { SecondLine } from './cells.tsx'
import * as styles from './figures.module.css'
import { recentDays } from '../../contract/limits-and-times.ts'

interface TestsFigureProps {
  tests: Figures['tests'] | undefined
  at: TestRecordsSearch
  /** True when no heading or label nearby names the period. */
  isWithoutHead?: boolean
}

/** Shows the number of tests, linked to those tests, and how many of the conclusive ones were positive. */
export function TestsFigure({ tests, at, isWithoutHead = false }: TestsFigureProps) {
  const t = useT()
  const share = usePercent()
  if (tests === null || tests === undefined) return <span>–</span>
  const { total, conclusive, positive } = tests
  const figures = { share: share(positive / conclusive), positive, count: conclusive }
  return (
    <>
      <Link {...paths.testRecords({ ...at, ...lastDays(recentDays) })} className={styles.tests}>
        {t(isWithoutHead ? 'places:lately' : 'places:tests', { count: total })}
      </Link>
      <SecondLine>
        {conclusive === 0 ? (
          t('places:noConclusive')
        ) : (
          <span title={t('places:positivityOf', figures)}>{t('places:positive', figures)}</span>
        )}
      </SecondLine>
    </>
  )
}

function usePercent(): (share: number) => string {
  const language = languageTag(useLocale())
  return (share) =>
    share.toLocaleString(language, { style: 'percent', maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0 })
}
