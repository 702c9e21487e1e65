import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { ZodMiniType } from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Standing } from '../../contract/standing.ts'
import { useT } from '../ui/phrases.ts'
import { Action, Actions } from './actions.tsx'
import { useRowAction } from './row-changes.ts'

/** An endpoint that suspends or reactivates a place, and answers with it. */
type StandingEndpoint = Omit<Endpoint, 'replies'> & { replies: { 200: ZodMiniType<{ data: { status: Standing } }> } }

interface Props {
  words: 'organisations' | 'groups'
  place: { id: string; name: string; status: Standing }
  /** Sentences about the people whom a suspension concerns and the sessions it ends. */
  affected: readonly string[]
  /** The endpoints, and the queries that show such places. */
  standing: { suspend: StandingEndpoint; reactivate: StandingEndpoint; shownBy: readonly Pick<Endpoint, 'name'>[] }
  level: 2 | 3
}

/**
 * Suspends or reactivates a place, after explaining the effect. It is one element in both states, so that the focus
 * stays on it.
 */
export function PlaceStanding({ words, place: { id, name, status }, affected, standing, level }: Props) {
  const t = useT()
  const isActive = status === 'active'
  const action = useRowAction(isActive ? standing.suspend : standing.reactivate, id, {
    done: (after) => [after.status === 'active' ? `${words}:reactivated` : `${words}:suspended`],
    shownBy: standing.shownBy,
  })
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
