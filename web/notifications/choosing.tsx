import { IconFileExport, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { mostReported } from '../../contract/notifications/reports.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { useT } from '../ui/phrases.ts'
import { useMakeReport } from './report-queries.ts'
import type { Choice } from './use-choice.ts'

/** Makes a report of what is chosen, of `total` items that are ready. */
export function ChosenReport({ ruleId, choice, total }: { ruleId: string; choice: Choice; total: number }) {
  const t = useT()
  const make = useMakeReport()
  const { isAll, others, choose } = choice
  const chosen = isAll ? Math.max(total - others.size, 0) : others.size
  const count = Math.min(chosen, mostReported)
  const isEmpty = count === 0
  return (
    <Actions>
      <Action
        icon={isEmpty ? IconSquareCheck : IconSquare}
        word={t(isEmpty ? 'notifications:chosen.all' : 'notifications:chosen.none')}
        isPending={false}
        onAct={() => choose(isEmpty ? 'all' : 'none')}
      />
      <Action
        icon={IconFileExport}
        word={t('notifications:chosen.make', { count })}
        isPending={make.isPending}
        obstacle={isEmpty ? t('notifications:chosen.nothing') : undefined}
        onAct={() =>
          make.mutate(
            { ruleId, ids: isAll ? null : [...others], except: isAll ? [...others] : [] },
            { onSuccess: () => choose('all') },
          )
        }
        confirm={{
          kind: 'deed',
          title: t('notificationReports:make.title'),
          text: [
            t('notifications:chosen.text', { count }),
            ...(chosen > count ? [t('notificationReports:make.most', { most: mostReported })] : []),
          ].join(' '),
          stay: t('notificationReports:make.stay'),
          leave: t('notificationReports:make'),
        }}
      />
    </Actions>
  )
}
