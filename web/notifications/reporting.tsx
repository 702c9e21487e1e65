import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Notification, NotificationCounts } from '../../contract/notifications/items.ts'
import { mostReported } from '../../contract/notifications/reports.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, type Confirmation } from '../ui/confirm-dialog.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { countsQuery } from './queries.ts'
import { passingOf, useMakeReport } from './report-queries.ts'
import type { Choice } from './use-choice.ts'

type Rule = NotificationCounts['rules'][number]

/** Makes a report of what is chosen, of `total` items that are ready. */
export function ChosenReport({ rule, choice, total }: { rule: Rule; choice: Choice; total: number }) {
  const { isAll, others, choose, countOf } = choice
  return (
    <Report
      rule={rule}
      ids={isAll ? null : [...others]}
      except={isAll ? [...others] : []}
      total={countOf(total)}
      onMade={() => choose('all')}
    />
  )
}

interface Props {
  rule: Rule
  ids: readonly string[] | null
  except: readonly string[]
  total: number
  onMade?: () => void
}

/** The main button of the list: makes a report of `total` items, and is not there if that is none. */
export function Report({ rule, ids, except, total, onMade }: Props) {
  const t = useT()
  const make = useMakeReport()
  const [isAsking, setAsking] = useState(false)
  const count = Math.min(total, mostReported)
  if (count === 0) return null
  const question = questionOf(t, rule, count)
  return (
    <>
      <Button isPending={make.isPending} onClick={() => setAsking(true)}>
        <IconFileExport size={18} aria-hidden />
        <span>{t('notifications:chosen.make', { count })}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          {...question}
          text={[
            question.text,
            ...(total > count ? [t('notificationReports:make.most', { most: mostReported })] : []),
          ].join(' ')}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false)
            make.mutate({ ruleId: rule.id, ids, except }, { onSuccess: onMade })
          }}
        />
      )}
    </>
  )
}

/** Makes a report of one item alone. What may have arrived before is said first. */
export function ReportOne({ item }: { item: Notification }) {
  const t = useT()
  const { id, record, withdrawn } = item
  const make = useMakeReport()
  const rule = useQuery(countsQuery()).data?.data.rules.find((one) => one.id === item.rule.id)
  if (rule === undefined) return null
  const question = questionOf(t, rule, 1)
  return (
    <Actions>
      <Action
        icon={IconFileExport}
        word={t('notifications:report')}
        label={t('notifications:reportOf', { test: record.testId })}
        isPending={make.isPending}
        onAct={() => make.mutate({ ruleId: rule.id, ids: [id], except: [] })}
        confirm={{
          ...question,
          text: [...(withdrawn === null ? [] : [t(`notifications:withdrawn.${withdrawn}`)]), question.text].join(' '),
        }}
      />
    </Actions>
  )
}

/** Asks before a report is made, and says who then tells the authority. */
function questionOf(t: Translate, rule: Rule, count: number): Confirmation {
  return {
    kind: 'deed',
    title: t('notificationReports:make.title'),
    text: t(`notificationReports:make.${passingOf(rule)}`, { count, authority: rule.authority }),
    stay: t('notificationReports:make.stay'),
    leave: t('notificationReports:make'),
  }
}
