import { IconBan, IconHourglass } from '@tabler/icons-react'
import type { SetOutcome, TestSetState as State } from '../../contract/test-sets/outcome.ts'
import { useT } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

/** What a set of tests says: its outcome in the tenant's words, or that there is none. */
export function TestSetState({ state, outcome }: { state: State; outcome: SetOutcome | null }) {
  const t = useT()
  if (outcome !== null) {
    return (
      <StatusBadge tone={outcome.result} icon={<ResultIcon result={outcome.result} />}>
        {outcome.name}
      </StatusBadge>
    )
  }
  const isStopped = state === 'stopped'
  return (
    <StatusBadge
      tone={isStopped ? 'over' : 'waiting'}
      icon={isStopped ? <IconBan size={16} aria-hidden /> : <IconHourglass size={16} aria-hidden />}
    >
      {t(`testingAlgorithms:state.${state}`)}
    </StatusBadge>
  )
}
