import { IconArrowBackUp } from '@tabler/icons-react'
import type { Notification } from '../../contract/notifications/items.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import type { Confirmation } from '../ui/confirm-dialog.tsx'
import { useReopen } from './queries.ts'
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

/** Opens again what is chosen in a list of what was closed. Not there before something is chosen. */
export function OpenChosen({ choice }: { choice: Choice }) {
  const t = useT()
  const reopen = useReopen()
  const ids = [...choice.others]
  if (ids.length === 0) return null
  return (
    <Actions>
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
