import type { Notification } from '../../contract/notifications/items.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useT } from '../ui/phrases.ts'

/** Says whom and when an item told, what keeps it from being told, and what was answered. */
export function Told({ item }: { item: Notification }) {
  const t = useT()
  const dates = useDates()
  const { state, authority, sentAt, sentBy, reportId, reportWay, reportProblem, withdrawn, answerReason } = item
  const { closedBecause, answeredAt, answeredBy } = item
  return (
    <>
      {reportWay !== null && (
        <div>{t(reportWay === 'download' ? 'notifications:notSentByHand' : 'notifications:notTaken')}</div>
      )}
      {reportProblem !== null && <div>{t(`notifications:problem.${reportProblem}`)}</div>}
      {withdrawn !== null && <div>{t(`notifications:withdrawn.${withdrawn}`)}</div>}
      {state === 'waiting' && <div>{t('notifications:waitsFor')}</div>}
      {sentAt !== null && (
        <div>
          {[
            t('notifications:told', { authority, time: dates.instant(sentAt) }),
            ...(sentBy === null ? [] : [t('notifications:toldBy', { name: sentBy })]),
            ...(reportId === null ? [t('notifications:otherwise')] : []),
          ].join(', ')}
        </div>
      )}
      {closedBecause === 'person' && answeredAt !== null && (
        <div>
          {[
            t('notifications:closedOn', { time: dates.instant(answeredAt) }),
            ...(answeredBy === null ? [] : [t('notifications:toldBy', { name: answeredBy })]),
          ].join(', ')}
        </div>
      )}
      {closedBecause === 'person' && answerReason !== null && <div>{answerReason}</div>}
      {(state === 'acknowledged' || state === 'rejected') && answerReason !== null && (
        <div>{t(`notifications:${state}`, { reason: answerReason })}</div>
      )}
    </>
  )
}
