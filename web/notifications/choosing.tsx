import { IconChecks, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { mostClosed } from '../../contract/notifications/items.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { FormLink } from '../editing/form-panel.tsx'
import { paths, type NotificationsSearch } from '../paths.ts'
import { useT } from '../ui/phrases.ts'
import type { Choice } from './use-choice.ts'

interface Props {
  choice: Choice
  total: number
  search: NotificationsSearch
}

/** What is done with the choice in a list: to choose all or none of it, and to close what is chosen. Not there before something is chosen. */
export function Choosing({ choice, total, search }: Props) {
  const t = useT()
  const chosen = choice.countOf(total)
  if (chosen === 0 && !choice.isAll) return null
  return (
    <>
      <Actions>
        {chosen < total && (
          <Action
            icon={IconSquareCheck}
            word={t('notifications:chosen.all')}
            isPending={false}
            onAct={() => choice.choose('all')}
          />
        )}
        {chosen > 0 && (
          <Action
            icon={IconSquare}
            word={t('notifications:chosen.none')}
            isPending={false}
            onAct={() => choice.choose('none')}
          />
        )}
      </Actions>
      {chosen > 0 && (
        <FormLink
          target={paths.closeNotifications(search)}
          variant="default"
          icon={IconChecks}
          word={t('notifications:chosen.close', { count: Math.min(chosen, mostClosed) })}
        />
      )}
    </>
  )
}
