import { IconBan, IconExclamationMark, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Result } from '../../contract/rules/results.ts'
import { useT } from './phrases.ts'
import styles from './result-badge.module.css'

const icons = { positive: IconPlus, negative: IconMinus, inconclusive: IconExclamationMark, invalid: IconBan }

/** A result as a tinted pill: colour, icon and word together, never a colour alone. */
export function ResultBadge({ result, size = 'md' }: { result: Result; size?: 'md' | 'lg' }) {
  const t = useT()
  return (
    <span className={styles.badge} data-result={result} data-size={size}>
      <ResultIcon result={result} />
      {t(`results:${result}`)}
    </span>
  )
}

/** The icon of a result (spec §9) by itself, for beside its word. */
export function ResultIcon({ result, size = 14 }: { result: Result; size?: number }) {
  const Icon = icons[result]
  return <Icon size={size} stroke={2.5} aria-hidden />
}
