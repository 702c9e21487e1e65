import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Standing } from '../../contract/standing.ts'
import { useT } from '../ui/phrases.ts'
import { Action, Actions } from './actions.tsx'

interface Props {
  words: 'organisations' | 'groups'
  place: { name: string; status: Standing }
  /** Sentences about the people whom a suspension concerns and the sessions it ends. */
  affected: readonly string[]
  /** Suspends an active place and reactivates a suspended one. */
  action: { isPending: boolean; mutate: () => void }
  level: 2 | 3
}

/**
 * Suspends or reactivates a place, after explaining the effect. It is one element in both states, so that the focus
 * stays on it.
 */
export function PlaceStanding({ words, place: { name, status }, affected, action, level }: Props) {
  const t = useT()
  const isActive = status === 'active'
  const leave = t(isActive ? `${words}:suspending.leave` : `${words}:reactivating.leave`)
  const text = t(isActive ? `${words}:suspending.text` : `${words}:reactivating.text`)
  return (
    <Actions title={t('places:detail.actions')} level={level}>
      <Action
        icon={isActive ? IconPlayerPause : IconPlayerPlay}
        word={leave}
        isPending={action.isPending}
        onAct={() => action.mutate()}
        confirm={{
          title: t(isActive ? `${words}:suspending.title` : `${words}:reactivating.title`, { name }),
          text: isActive ? [...affected, text].join(' ') : text,
          stay: t(isActive ? `${words}:suspending.stay` : `${words}:reactivating.stay`),
          leave,
        }}
      />
    </Actions>
  )
}
