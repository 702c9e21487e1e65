import { IconFileExport, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { mostReported } from '../../contract/notifications/reports.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { useT } from '../ui/phrases.ts'
import { useMakeReport } from './report-queries.ts'

/** The items that a report is to be of: all that are ready, also on other pages of the list, but those taken out; or only those chosen. */
export interface Choice {
  isAll: boolean
  /** The ids that differ from that. */
  others: ReadonlySet<string>
  has: (id: string) => boolean
  turn: (id: string) => void
  choose: (which: 'all' | 'none') => void
}

const everything = { isAll: true, others: new Set<string>() }

/** Keeps what is chosen for a report of a rule. All is chosen at first, and again for another rule. */
export function useChoice(ruleId: string | undefined): Choice {
  const [kept, setKept] = useState<{ ruleId: string | undefined; isAll: boolean; others: ReadonlySet<string> }>()
  const { isAll, others } = kept !== undefined && kept.ruleId === ruleId ? kept : everything
  return {
    isAll,
    others,
    has: (id) => isAll !== others.has(id),
    turn: (id) => setKept({ ruleId, isAll, others: others.has(id) ? without(others, id) : new Set([...others, id]) }),
    choose: (which) => setKept({ ruleId, isAll: which === 'all', others: new Set() }),
  }
}

function without(ids: ReadonlySet<string>, left: string): ReadonlySet<string> {
  return new Set([...ids].filter((id) => id !== left))
}

/** Makes a report of what is chosen, of `total` items that are ready. */
export function ChosenReport({ ruleId, choice, total }: { ruleId: string; choice: Choice; total: number }) {
  const t = useT()
  const make = useMakeReport()
  const { isAll, others, choose } = choice
  const count = Math.min(isAll ? Math.max(total - others.size, 0) : others.size, mostReported)
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
          text: t('notifications:chosen.text', { count }),
          stay: t('notificationReports:make.stay'),
          leave: t('notificationReports:make'),
        }}
      />
    </Actions>
  )
}
