import { IconBan, IconExclamationMark, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Result } from '../../contract/rules/results.ts'
import { useT } from './phrases.ts'
import { StatusBadge } from './status-badge.tsx'

const icons = { positive: IconPlus, negative: IconMinus, inconclusive: IconExclamationMark, invalid: IconBan }

/** A result, as icon and word. */
export function ResultBadge({ result, size = 'md' }: { result: Result; size?: 'md' | 'lg' }) {
  const t = useT()
  return (
    <StatusBadge tone={result} icon={<ResultIcon result={result} />} size={size}>
      {t(`results:${result}`)}
    </StatusBadge>
  )
}

/** The icon of a result (spec §9), to be drawn beside its word. */
export function ResultIcon({ result, size = 14 }: { result: Result; size?: number }) {
  const Icon = icons[result]
  return <Icon size={size} stroke={2.5} aria-hidden />
}
