import { IconArrowBackUp, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isClosedByHand, mostClosed, type Notification } from '../../contract/notifications/items.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import type { Confirmation } from '../ui/confirm-dialog.tsx'
import type { NotificationsSearch } from '../paths.ts'
import { notificationsQuery, useReopen } from './queries.ts'
import type { Choice } from './use-choice.ts'

/** Opens one item again that somebody closed. */
export function OpenOne({ item }: { item: Notification }) {
  const t = useT()
  const reopen = useReopen()
  return (
    <Actions>
      <Action
        icon={IconArrowBackUp}
        word={t('notifications:opening')}
        label={t('notifications:opening.of', { test: item.record.testId })}
        isPending={reopen.isPending}
        onAct={() => reopen.mutate([item.id])}
        confirm={questionOf(t, 1)}
      />
    </Actions>
  )
}

/** Opens again what is chosen in a list of what was closed, on whichever of its pages. Not there before something is chosen. */
export function OpenChosen({ choice, search }: { choice: Choice; search: NotificationsSearch }) {
  const t = useT()
  const reopen = useReopen()
  const page = useQuery(notificationsQuery(search)).data?.data ?? []
  const ids = [...choice.others].slice(0, mostClosed)
  if (ids.length === 0) return null
  // A list of what was closed has what authorities were told as well, so that all of it can be chosen by its page alone.
  const left = page.flatMap((item) => (isClosedByHand(item) && !choice.has(item.id) ? [item.id] : []))
  return (
    <Actions>
      {left.length > 0 && (
        <Action
          icon={IconSquareCheck}
          word={t('notifications:chosen.page')}
          isPending={false}
          onAct={() => choice.add(left)}
        />
      )}
      <Action
        icon={IconSquare}
        word={t('notifications:chosen.none')}
        isPending={false}
        onAct={() => choice.choose('none')}
      />
      <Action
        icon={IconArrowBackUp}
        word={t('notifications:opening.chosen', { count: ids.length })}
        isPending={reopen.isPending}
        onAct={() => reopen.mutate(ids, { onSuccess: () => choice.choose('none') })}
        confirm={questionOf(t, ids.length)}
      />
    </Actions>
  )
}

function questionOf(t: Translate, count: number): Confirmation {
  return {
    kind: 'deed',
    title: t('notifications:opening.title', { count }),
    text: t('notifications:opening.text', { count }),
    stay: t('notifications:opening.stay'),
    leave: t('notifications:opening'),
  }
}
