import { IconPlayerPlay } from '@tabler/icons-react'
import type { RoundState as State } from '../../../contract/rounds/round.ts'
import { Action, Actions } from '../../editing/actions.tsx'
import { Alert } from '../../ui/alert.tsx'
import { focusOnce } from '../../ui/focus-once.ts'
import { useT } from '../../ui/phrases.ts'
import * as styles from './roster.module.css'

interface Props {
  state: Exclude<State, 'open'>
  /** The message that the round has ended then takes the focus, which was on a control that is gone. */
  hasEnded: boolean
  onResume: () => void
}

/** Says that a round is paused, and resumes it, or that it has ended. */
export function RoundState({ state, hasEnded, onResume }: Props) {
  const t = useT()
  if (state !== 'paused') {
    return (
      <div className={styles.state} {...(hasEnded && { tabIndex: -1, ref: focusOnce })}>
        <Alert tone="notice">{t(`rounds:ended.${state}`)}</Alert>
      </div>
    )
  }
  return (
    <div className={styles.state}>
      <Alert tone="notice">
        <p>{t('rounds:paused')}</p>
        <Actions>
          <Action icon={IconPlayerPlay} word={t('rounds:resume')} isPending={false} onAct={onResume} />
        </Actions>
      </Alert>
    </div>
  )
}
