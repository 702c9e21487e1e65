import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconDownload,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react'
import type { NotificationReport } from '../../contract/notifications/reports.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { PartRow } from '../lists/part-list.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { useDates, type Dates } from '../preferences/use-dates.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import {
  passingOf,
  useConfirmReport,
  useRetryReport,
  useSaveReport,
  useSendAgain,
  useWithdrawReport,
} from './report-queries.ts'
import * as styles from './rules.module.css'

/** Few authorities want paper. */
const PrintForms = lazyPage(async () => (await import('./print-forms.tsx')).PrintForms)

const badges = {
  made: { tone: 'waiting', icon: IconDownload },
  sending: { tone: 'waiting', icon: IconClock },
  failing: { tone: 'trouble', icon: IconAlertTriangle },
  sent: { tone: 'good', icon: IconCircleCheck },
  withdrawn: { tone: 'over', icon: IconBan },
} as const

/** One report: to whom, of how much, whether it arrived, and what can be done with it. */
export function ReportRow({ report }: { report: NotificationReport }) {
  const t = useT()
  const dates = useDates()
  const { authority, rule, state, problem, items, madeAt, madeBy, isAutomatic, sentAt, nextTryAt } = report
  const { tone, icon: Icon } = badges[state]
  const passing = passingOf(report)
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <span>{authority}</span>
          <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
            {t(stateWords(report))}
          </StatusBadge>
        </span>
      }
      second={
        <div className={styles.facts}>
          {problem !== null && <p>{t(`notifications:problem.${problem}`)}</p>}
          {nextTryAt !== null && <p>{t('notificationReports:nextTry', { time: dates.instant(nextTryAt) })}</p>}
          {state === 'withdrawn' && <p>{withdrawnWords(report, t, dates)}</p>}
          {((report.mayHaveArrived && state !== 'made') || report.withdrawn !== null) && (
            <p>{arrivalWords(report, t)}</p>
          )}
          {report.mayRepeat && <p>{t('notificationReports:mayRepeat')}</p>}
          {report.againOf !== null && <p>{t('notificationReports:isAgain')}</p>}
          <p>{t('notificationReports:about', { count: items, rule: rule.name })}</p>
          <p>
            {t('notificationReports:madeBy', {
              time: dates.instant(madeAt),
              name: isAutomatic ? t('notificationReports:byItself') : (madeBy ?? t('lists:anonymized')),
            })}
          </p>
          {sentAt !== null && <p>{t(sentWords(report), { time: dates.instant(sentAt) })}</p>}
          {passing !== 'sent' && state === 'made' && <p>{t(`notificationReports:byHand.${passing}`, { authority })}</p>}
          {!report.hasFile && state !== 'withdrawn' && <p>{t('notificationReports:noFile')}</p>}
        </div>
      }
      ways={<Ways report={report} time={dates.instant(madeAt)} />}
    />
  )
}

/** Names the state of a report. One that is passed on by hand was saved or opened to print by somebody, or sent as somebody said. */
function stateWords({ format, state, mayHaveArrived }: NotificationReport) {
  if (state !== 'made') return `notificationReports:state.${state}` as const
  if (format === 'printed') {
    return mayHaveArrived
      ? ('notificationReports:state.printed' as const)
      : ('notificationReports:state.toPrint' as const)
  }
  return mayHaveArrived ? ('notificationReports:state.saved' as const) : ('notificationReports:state.made' as const)
}

function sentWords({ way }: NotificationReport) {
  return way === 'download' ? ('notificationReports:saidSentAt' as const) : ('notificationReports:sentAt' as const)
}

function Ways({ report, time }: { report: NotificationReport; time: string }) {
  const { state, way, format, hasFile } = report
  if (!hasFile) return null
  return (
    <Actions>
      {format === 'printed' ? (
        <Coming>
          <PrintForms report={report} time={time} />
        </Coming>
      ) : (
        <Save report={report} time={time} />
      )}
      {state === 'made' && report.mayHaveArrived && <Confirm report={report} time={time} />}
      {state === 'failing' && <Retry id={report.id} time={time} />}
      {(state === 'failing' || state === 'made') && <Withdraw report={report} time={time} />}
      {state === 'sent' && way !== 'download' && <SendAgain id={report.id} time={time} />}
    </Actions>
  )
}

function Save({ report, time }: { report: NotificationReport; time: string }) {
  const t = useT()
  const save = useSaveReport(report)
  return (
    <Action
      icon={IconDownload}
      word={t('notificationReports:save')}
      label={t('notificationReports:saveOf', { time })}
      isPending={save.isPending}
      onAct={() => save.mutate()}
    />
  )
}

function Confirm({ report, time }: { report: NotificationReport; time: string }) {
  const t = useT()
  const confirm = useConfirmReport(report.id)
  return (
    <Action
      icon={IconCheck}
      word={t('notificationReports:confirm')}
      label={t('notificationReports:confirmOf', { time })}
      isPending={confirm.isPending}
      onAct={() => confirm.mutate()}
      confirm={{
        kind: 'deed',
        title: t('notificationReports:confirm.title'),
        text: t('notificationReports:confirm.text', { count: report.items, authority: report.authority }),
        stay: t('notificationReports:confirm.stay'),
        leave: t('notificationReports:confirm'),
      }}
    />
  )
}

function Retry({ id, time }: { id: string; time: string }) {
  const t = useT()
  const retry = useRetryReport(id)
  return (
    <Action
      icon={IconRefresh}
      word={t('notificationReports:retry')}
      label={t('notificationReports:retryOf', { time })}
      isPending={retry.isPending}
      onAct={() => retry.mutate()}
    />
  )
}

function Withdraw({ report, time }: { report: NotificationReport; time: string }) {
  const t = useT()
  const withdraw = useWithdrawReport(report.id)
  const effect =
    report.againOf !== null ? 'withdraw.textAgain' : report.way === 'download' ? 'withdraw.textByHand' : 'withdraw.text'
  return (
    <Action
      icon={IconBan}
      word={t('notificationReports:withdraw')}
      label={t('notificationReports:withdrawOf', { time })}
      isPending={withdraw.isPending}
      onAct={() => withdraw.mutate()}
      confirm={{
        kind: 'stay',
        title: t('notificationReports:withdraw.title'),
        text: `${arrivalWords(report, t)} ${t(`notificationReports:${effect}`)}`,
        stay: t('notificationReports:withdraw.stay'),
        leave: t('notificationReports:withdraw'),
      }}
    />
  )
}

/** Says whether a report that fails, or is or was withdrawn, may have arrived nevertheless. */
function arrivalWords({ mayHaveArrived, way, fileName: file }: NotificationReport, t: Translate): string {
  if (way === 'download') return t(`notificationReports:${mayHaveArrived ? 'mayHaveBeenSent' : 'notSaved'}`, { file })
  return mayHaveArrived ? t('notificationReports:mayHaveArrived', { file }) : t('notificationReports:notArrived')
}

function withdrawnWords({ withdrawn, againOf }: NotificationReport, t: Translate, dates: Dates): string {
  if (withdrawn === null) return t('notificationReports:withdrawn')
  return t(againOf === null ? 'notificationReports:withdrawnBy' : 'notificationReports:withdrawnAgainBy', {
    time: dates.instant(withdrawn.at),
    name: withdrawn.by ?? t('lists:anonymized'),
  })
}

function SendAgain({ id, time }: { id: string; time: string }) {
  const t = useT()
  const again = useSendAgain(id)
  return (
    <Action
      icon={IconSend}
      word={t('notificationReports:again')}
      label={t('notificationReports:againOf', { time })}
      isPending={again.isPending}
      onAct={() => again.mutate()}
      confirm={{
        kind: 'deed',
        title: t('notificationReports:again.title'),
        text: t('notificationReports:again.text'),
        stay: t('notificationReports:again.stay'),
        leave: t('notificationReports:again'),
      }}
    />
  )
}
