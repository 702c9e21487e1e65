import { IconFileExport, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Notification } from '../../contract/notifications/items.ts'
import { mostReported } from '../../contract/notifications/reports.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useT } from '../ui/phrases.ts'
import { useMakeReport, type Chosen } from './report-queries.ts'
import type { Choice } from './use-choice.ts'

/** Makes a report of what is chosen, of `total` items that are ready. */
export function ChosenReport({ ruleId, choice, total }: { ruleId: string; choice: Choice; total: number }) {
  const t = useT()
  const { isAll, others, choose } = choice
  const chosen = isAll ? Math.max(total - others.size, 0) : others.size
  return (
    <>
      <Actions>
        <Action
          icon={chosen === 0 ? IconSquareCheck : IconSquare}
          word={t(chosen === 0 ? 'notifications:chosen.all' : 'notifications:chosen.none')}
          isPending={false}
          onAct={() => choose(chosen === 0 ? 'all' : 'none')}
        />
      </Actions>
      <Report
        chosen={{ ruleId, ids: isAll ? null : [...others], except: isAll ? [...others] : [] }}
        total={chosen}
        onMade={() => choose('all')}
      />
    </>
  )
}

/** The main button of the list: makes a report of `total` items, and is not there if that is none. */
export function Report({ chosen, total, onMade }: { chosen: Chosen; total: number; onMade?: () => void }) {
  const t = useT()
  const make = useMakeReport()
  const [isAsking, setAsking] = useState(false)
  const count = Math.min(total, mostReported)
  if (count === 0) return null
  return (
    <>
      <Button isPending={make.isPending} onClick={() => setAsking(true)}>
        <IconFileExport size={18} aria-hidden />
        <span>{t('notifications:chosen.make', { count })}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          kind="deed"
          title={t('notificationReports:make.title')}
          text={[
            t('notifications:chosen.text', { count }),
            ...(total > count ? [t('notificationReports:make.most', { most: mostReported })] : []),
          ].join(' ')}
          stay={t('notificationReports:make.stay')}
          leave={t('notificationReports:make')}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false)
            make.mutate(chosen, { onSuccess: onMade })
          }}
        />
      )}
    </>
  )
}

/** Makes a report of one item alone. What may have arrived before is said first. */
export function ReportOne({ item: { id, rule, record, withdrawn } }: { item: Notification }) {
  const t = useT()
  const make = useMakeReport()
  return (
    <Actions>
      <Action
        icon={IconFileExport}
        word={t('notifications:report')}
        label={t('notifications:reportOf', { test: record.testId })}
        isPending={make.isPending}
        onAct={() => make.mutate({ ruleId: rule.id, ids: [id], except: [] })}
        confirm={{
          kind: 'deed',
          title: t('notificationReports:make.title'),
          text: [
            ...(withdrawn === null ? [] : [t(`notifications:withdrawn.${withdrawn}`)]),
            t('notifications:chosen.text', { count: 1 }),
          ].join(' '),
          stay: t('notificationReports:make.stay'),
          leave: t('notificationReports:make'),
        }}
      />
    </Actions>
  )
}
