import { results, resultsByWeight, totalOf, type Result, type ResultCounts } from '../../../contract/rules/results.ts'
import { useT } from '../../ui/phrases.ts'
import * as styles from './charts.module.css'

/**
 * The patterns of the results, rendered once for all charts of the page: plain for positive, dots for negative, slanted
 * lines for inconclusive, upright ones for invalid. They are readable in print and without colour.
 */
export function ResultPatterns() {
  return (
    <svg width="0" height="0" className={styles.patterns} aria-hidden>
      <defs>
        <pattern id="fill-positive" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" fill="var(--positive-strong)" />
        </pattern>
        <pattern id="fill-negative" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" fill="var(--negative-tint)" />
          <circle cx="2" cy="2" r="0.8" fill="var(--negative-strong)" opacity="0.75" />
          <circle cx="6" cy="6" r="0.8" fill="var(--negative-strong)" opacity="0.75" />
        </pattern>
        <pattern
          id="fill-inconclusive"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="5" height="5" fill="var(--inconclusive-tint)" />
          <rect width="2.5" height="5" fill="var(--inconclusive-strong)" />
        </pattern>
        <pattern id="fill-invalid" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" fill="var(--invalid-tint)" />
          <rect width="2" height="4" fill="var(--invalid-strong)" />
        </pattern>
      </defs>
    </svg>
  )
}

/** The SVG fill of a result's marks. */
export function fillOf(result: Result): string {
  return `url(#fill-${result})`
}

/** The legend of the patterns, with the number of tests for each result. */
export function ResultLegend({ counts }: { counts: ResultCounts }) {
  const t = useT()
  return (
    <ul className={styles.legend}>
      {results.map((result) => (
        <li key={result}>
          <svg width="14" height="14" aria-hidden>
            <rect width="14" height="14" rx="3" fill={fillOf(result)} />
          </svg>
          <span>{t(`results:${result}`)}</span>
          <span className={styles.count}>{t('shell:number', { number: counts[result] })}</span>
        </li>
      ))}
    </ul>
  )
}

/** A horizontal bar of all results, as wide as the given share (0 to 1) of the available width. */
export function ResultBar({ counts, share }: { counts: ResultCounts; share: number }) {
  const total = totalOf(counts)
  const shareOf = (result: Result) => (total === 0 ? 0 : (counts[result] / total) * share * 100)
  return (
    <svg className={styles.bar} width="100%" height="14" aria-hidden>
      {resultsByWeight.map((result, index) =>
        counts[result] === 0 ? null : (
          <rect
            key={result}
            x={`${resultsByWeight.slice(0, index).reduce((sum, before) => sum + shareOf(before), 0)}%`}
            width={`${shareOf(result)}%`}
            height="14"
            fill={fillOf(result)}
          />
        ),
      )}
    </svg>
  )
}
