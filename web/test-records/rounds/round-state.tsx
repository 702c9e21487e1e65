import { IconBan, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { OpenedRound } from '../../../contract/rounds/endpoints.ts'
import type { Round } from '../../../contract/rounds/round.ts'
import { Action, Actions } from '../../editing/actions.tsx'
import { Alert } from '../../ui/alert.tsx'
import { focusOnce } from '../../ui/focus-once.ts'
import { useT } from '../../ui/phrases.ts'
import type { callsOf } from './queries.ts'
import * as styles from './roster.module.css'

interface Props {
  round: Round
  /** False while something of this user has not been sent. */
  isQuiet: boolean
  calls: ReturnType<typeof callsOf>
  /** The message that the round has ended then takes the focus, which was on a button at the foot of the page. */
  hasEnded: boolean
  onEnd: () => void
  attempt: (act: () => Promise<Pick<OpenedRound, 'rows'> & Partial<OpenedRound>>) => Promise<void>
}

/** Pauses, resumes and cancels a round. */
export function RoundState({ round, isQuiet, calls, attempt, hasEnded, onEnd }: Props) {
  const t = useT()
  const act = (call: () => Promise<{ data: Round }>) => () =>
    void attempt(async () => ({ rows: [], data: (await call()).data }))
  if (round.state === 'finished' || round.state === 'cancelled') {
    return (
      <div className={styles.ended} {...(hasEnded && { tabIndex: -1, ref: focusOnce })}>
        <Alert tone="notice">{t(`rounds:ended.${round.state}`)}</Alert>
      </div>
    )
  }
  return (
    <div className={styles.state}>
      {round.state === 'paused' && <Alert tone="notice">{t('rounds:paused')}</Alert>}
      <Actions>
        {round.state === 'open' ? (
          <Action icon={IconPlayerPause} word={t('rounds:pause')} isPending={false} onAct={act(calls.pause)} />
        ) : (
          <Action icon={IconPlayerPlay} word={t('rounds:resume')} isPending={false} onAct={act(calls.resume)} />
        )}
        <Action
          icon={IconBan}
          word={t('rounds:cancel')}
          isPending={false}
          onAct={() => {
            onEnd()
            act(calls.cancel)()
          }}
          obstacle={isQuiet ? undefined : t('rounds:finish.waiting')}
          confirm={{
            title: t('rounds:cancel.title'),
            text: t('rounds:cancel.text'),
            stay: t('rounds:cancel.stay'),
            leave: t('rounds:cancel'),
            kind: 'loss',
          }}
        />
      </Actions>
    </div>
  )
}
